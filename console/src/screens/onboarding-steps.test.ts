import type { Project } from '@aichat/contracts/projects'
import { expect, test } from 'vitest'
import { listOnboardingSteps, type OnboardingState, selectOnboardingProject } from './onboarding-steps.ts'

const project = { id: 'p1', isPublished: false, templateKey: null } as Project
const done = (facts: OnboardingState | null) => listOnboardingSteps(facts).map(({ isDone }) => isDone)

test('links every step to the project form while there is no project', () => {
  expect(done(null)).toEqual([false, false, false, false, false, false])
  expect(new Set(listOnboardingSteps(null).map(({ to }) => to))).toEqual(new Set(['/projects/new']))
})

test('completes each step from its own facts only', () => {
  const facts = { project, knowledge: 0, faqs: 2, hasChats: false }
  expect(done(facts)).toEqual([true, false, false, false, false, false])
  expect(done({ ...facts, knowledge: 1 })).toEqual([true, true, false, false, false, false])
  expect(done({ ...facts, faqs: 3 })).toEqual([true, false, true, false, false, false])
  expect(done({ ...facts, project: { ...project, templateKey: 'minimal' } })[3]).toBe(true)
  expect(done({ ...facts, project: { ...project, isPublished: true } })[4]).toBe(true)
  expect(done({ ...facts, hasChats: true })[5]).toBe(true)
})

test('links each step to its screen', () => {
  const steps = listOnboardingSteps({ project, knowledge: 0, faqs: 0, hasChats: false })
  expect(steps.map(({ to }) => to)).toEqual([
    '/projects/new',
    '/projects/p1?tab=agents',
    '/projects/p1?tab=faq',
    '/projects/p1/customize',
    '/projects/p1/publish',
    '/projects/p1/publish',
  ])
})

test('prefers a published project to a draft that was updated later', () => {
  const draft = { id: 'draft', isPublished: false, updatedAt: '2026-11-20T00:00:00Z' } as Project
  const newer = { id: 'newer', isPublished: false, updatedAt: '2026-11-21T00:00:00Z' } as Project
  const live = { id: 'live', isPublished: true, updatedAt: '2026-11-01T00:00:00Z' } as Project
  expect(selectOnboardingProject([draft, newer])?.id).toBe('newer')
  expect(selectOnboardingProject([draft, newer, live])?.id).toBe('live')
  expect(selectOnboardingProject([])).toBeNull()
})
