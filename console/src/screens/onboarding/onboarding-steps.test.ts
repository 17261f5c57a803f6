import type { Source } from '@aichat/contracts/ai/sources'
import type { Project } from '@aichat/contracts/company/projects'
import { expect, test } from 'vitest'
import { getProgress, listOnboardingSteps, type OnboardingState } from './onboarding-steps.ts'
import { selectOnboardingProject } from './select-project.ts'

const project = { id: 'p1', isPublished: false, hasUnpublishedChanges: false, templateKey: null } as Project
const live = { isLive: false, hasAnswered: false, earlierConversationCount: 0 }
const state: OnboardingState = {
  project,
  embeddedCount: 0,
  pendingIds: [],
  isProcessing: false,
  faqCount: 0,
  areFaqsShown: false,
  isCustomized: false,
  hasTried: false,
  autoReply: false,
  live,
}

function doneTitles(change: Partial<OnboardingState>) {
  const steps = listOnboardingSteps({ ...state, ...change })
  return steps.filter(({ isDone }) => isDone).map(({ title }) => title)
}

function nextOf(change: Partial<OnboardingState>, website: Source | null = null) {
  return getProgress(listOnboardingSteps({ ...state, ...change }, { website })).next
}

test('links every step to the project form while there is no project', () => {
  const steps = listOnboardingSteps(null)
  expect(getProgress(steps)).toMatchObject({ doneCount: 0, count: 6 })
  for (const { action } of steps) expect(action).toMatchObject({ kind: 'link', to: '/projects/new' })
})

test('completes each step only when it is true', () => {
  const create = 'Create a project'
  expect(doneTitles({})).toEqual([create])
  // Pending knowledge is not used by the AI.
  expect(doneTitles({ pendingIds: ['k1'] })).toEqual([create])
  expect(doneTitles({ embeddedCount: 1 })).toEqual([create, 'Teach your AI assistant'])
  expect(doneTitles({ hasTried: true })).toEqual([create, 'Ask your AI assistant a question'])
  // A template is no customization, and hidden FAQs help no visitor.
  expect(doneTitles({ project: { ...project, templateKey: 'minimal' } })).toEqual([create])
  expect(doneTitles({ isCustomized: true })).toEqual([create, 'Make it yours'])
  expect(doneTitles({ faqCount: 3 })).toEqual([create])
  expect(doneTitles({ faqCount: 3, areFaqsShown: true })).toEqual([create, 'Write three FAQs'])
  expect(doneTitles({ autoReply: true })).toEqual([create, 'AI auto-reply: on'])
  expect(doneTitles({ project: { ...project, isPublished: true } })).toEqual([create, 'Publish'])
})

test('the last step needs an answer of the AI, not only a visitor', () => {
  const published = { ...project, isPublished: true }
  const ready = { embeddedCount: 1, hasTried: true, autoReply: true, project: published }
  expect(nextOf({ ...ready, live: { ...live, isLive: true, earlierConversationCount: 1 } })?.title).toBe(
    'Install and get the first AI answer',
  )
  expect(nextOf({ ...ready, live: { ...live, isLive: true, hasAnswered: true } })).toBeNull()
})

test('asks to publish again when auto-reply was turned on after the first publish', () => {
  const published = { ...project, isPublished: true, hasUnpublishedChanges: true }
  const next = nextOf({ embeddedCount: 1, hasTried: true, autoReply: true, project: published })
  expect(next).toMatchObject({ title: 'Publish your changes', action: { to: '/projects/p1/publish' } })
})

test('offers a model to those who may connect one, as optional', () => {
  const find = (hasModel: boolean | null) =>
    listOnboardingSteps(state, { hasModel }).find(({ title }) => title === 'Connect an AI model')
  expect(find(false)).toMatchObject({ isOptional: true, isDone: false, action: { to: '/settings/ai-model' } })
  expect(find(true)).toMatchObject({ isDone: true })
  expect(find(null)).toBeUndefined()
  expect(nextOf({ embeddedCount: 1, hasTried: true, autoReply: true })?.title).toBe('Publish')
})

test('offers to read the website of the project, and the pages that were found', () => {
  const shop = { ...project, websiteUrl: 'https://www.shop.example/en' }
  const found = { pages: { new: 6 }, lastRun: { status: 'completed' } } as Source
  const running = { ...found, lastRun: { status: 'running' } } as Source
  const label = (website: Source | null) => nextOf({ project: shop }, website)?.action
  expect(label(null)).toMatchObject({
    kind: 'read-website',
    label: 'Read shop.example',
  })
  expect(label(running)).toMatchObject({ kind: 'read-website', label: 'Show progress' })
  expect(label(found)).toMatchObject({ kind: 'read-website', label: 'Review 6 pages' })
  expect(label({ ...found, pages: { ...found.pages, new: 0 } })).toMatchObject({ label: 'Read shop.example' })
  expect(nextOf({ project: shop, pendingIds: ['k1'] })?.action).toMatchObject({ kind: 'embed' })
  expect(nextOf({})?.action).toMatchObject({ kind: 'add-knowledge' })
})

test('offers to embed pending knowledge, and to show hidden FAQs', () => {
  expect(nextOf({ pendingIds: ['k1', 'k2'] })?.action).toEqual({
    kind: 'embed',
    itemIds: ['k1', 'k2'],
    isBusy: false,
  })
  expect(nextOf({ isProcessing: true })?.action).toMatchObject({ kind: 'embed', isBusy: true })
  for (const faqCount of [1, 3]) {
    const hidden = listOnboardingSteps({ ...state, faqCount })
    expect(hidden.find(({ action }) => action.kind === 'show-faqs')?.title).toBe('FAQs hidden from visitors')
  }
  const shown = listOnboardingSteps({ ...state, faqCount: 1, areFaqsShown: true })
  expect(shown.find(({ title }) => title === 'Write three FAQs')?.action).toMatchObject({ label: 'Add FAQ' })
})

test('prefers a published project to a draft that was updated later', () => {
  const draft = { id: 'draft', isPublished: false, updatedAt: '2026-11-20T00:00:00Z' } as Project
  const newer = { id: 'newer', isPublished: false, updatedAt: '2026-11-21T00:00:00Z' } as Project
  const published = { id: 'live', isPublished: true, updatedAt: '2026-11-01T00:00:00Z' } as Project
  expect(selectOnboardingProject([draft, newer])?.id).toBe('newer')
  expect(selectOnboardingProject([draft, newer, published])?.id).toBe('live')
  expect(selectOnboardingProject([])).toBeNull()
})
