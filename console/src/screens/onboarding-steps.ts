import type { Project } from '@aichat/contracts/projects'
import { customizePath, paths, projectPath, publishPath } from '../paths.ts'

/** The progress of the project that is being set up. */
export type OnboardingState = { project: Project; knowledge: number; faqs: number; hasChats: boolean }

export type OnboardingStep = { title: string; hint: string; action: string; to: string; isDone: boolean }

const recommendedFaqCount = 3

export function listOnboardingSteps(facts: OnboardingState | null): OnboardingStep[] {
  const id = facts?.project.id
  const to = (path: (projectId: string) => string) => (id ? path(id) : paths.newProject)
  return [
    {
      title: 'Create a project',
      hint: 'Each project is a chat widget for one website.',
      action: 'Create project',
      to: paths.newProject,
      isDone: facts !== null,
    },
    {
      title: 'Teach your agent',
      hint: 'Add a page, a file or a few sentences it can answer from.',
      action: 'Add knowledge',
      to: to((projectId) => projectPath(projectId, 'agents')),
      isDone: (facts?.knowledge ?? 0) > 0,
    },
    {
      title: 'Write three FAQs',
      hint: 'Visitors see them before they start a chat.',
      action: 'Add FAQ',
      to: to((projectId) => projectPath(projectId, 'faq')),
      isDone: (facts?.faqs ?? 0) >= recommendedFaqCount,
    },
    {
      title: 'Make it yours',
      hint: 'Choose its name, colors and greeting.',
      action: 'Customize',
      to: to(customizePath),
      // A project gets its template when its Customize screen is first opened.
      isDone: facts?.project.templateKey != null,
    },
    {
      title: 'Publish',
      hint: 'Visitors only see what you publish.',
      action: 'Publish',
      to: to(publishPath),
      isDone: facts?.project.isPublished ?? false,
    },
    {
      title: 'Install and start a chat',
      hint: 'Paste the code into your website and send the first message yourself.',
      action: 'Get code',
      to: to(publishPath),
      isDone: facts?.hasChats ?? false,
    },
  ]
}

/** Selects a published project, or else the one that was updated last. */
export function selectOnboardingProject(projects: readonly Project[]): Project | null {
  const byChange = [...projects].sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
  return byChange.find(({ isPublished }) => isPublished) ?? byChange[0] ?? null
}
