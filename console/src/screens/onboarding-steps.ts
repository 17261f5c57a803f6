import type { Project } from '@aichat/contracts/projects'
import { customizePath, paths, projectPath, publishPath } from '../paths.ts'

/** What is known of the project that is being set up; without one nothing is done yet. */
export type OnboardingState = { project: Project; knowledge: number; faqs: number; hasChats: boolean }

export type OnboardingStep = { title: string; hint: string; action: string; to: string; isDone: boolean }

const recommendedFaqCount = 3

export function listOnboardingSteps(facts: OnboardingState | null): OnboardingStep[] {
  const id = facts?.project.id
  const to = (path: (projectId: string) => string) => (id ? path(id) : paths.newProject)
  return [
    {
      title: 'Create a project',
      hint: "A project is one website's chat widget.",
      action: 'Create project',
      to: paths.newProject,
      isDone: facts !== null,
    },
    {
      title: 'Teach your agent',
      hint: 'Give it a page or a few sentences to answer from.',
      action: 'Add knowledge',
      to: to((projectId) => projectPath(projectId, 'agents')),
      isDone: (facts?.knowledge ?? 0) > 0,
    },
    {
      title: 'Write three FAQs',
      hint: 'Visitors see them before they have to ask.',
      action: 'Add FAQ',
      to: to((projectId) => projectPath(projectId, 'faq')),
      isDone: (facts?.faqs ?? 0) >= recommendedFaqCount,
    },
    {
      title: 'Make it yours',
      hint: 'Choose its name, its colours and its greeting.',
      action: 'Customise',
      to: to(customizePath),
      // A new project has no template until somebody has been at its Customise screen.
      isDone: facts?.project.templateKey != null,
    },
    {
      title: 'Publish',
      hint: 'Visitors see what you have published, and nothing else.',
      action: 'Publish',
      to: to(publishPath),
      isDone: facts?.project.isPublished ?? false,
    },
    {
      title: 'Install and get a first chat',
      hint: 'Paste the code into your website, and write the first message yourself.',
      action: 'Get code',
      to: to(publishPath),
      isDone: facts?.hasChats ?? false,
    },
  ]
}

/** The project that is nearest to its first visitors: a published one, else the one that was changed last. */
export function selectOnboardingProject(projects: readonly Project[]): Project | null {
  const byChange = [...projects].sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
  return byChange.find(({ isPublished }) => isPublished) ?? byChange[0] ?? null
}
