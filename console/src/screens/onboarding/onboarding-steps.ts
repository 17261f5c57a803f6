import type { ProjectAutoReply } from '@aichat/contracts/ai/project-auto-reply'
import type { Source } from '@aichat/contracts/ai/sources'
import type { Project } from '@aichat/contracts/company/projects'
import { formatCount } from '../../kit/format/format-count.ts'
import { customizePath, paths, projectPath, publishPath } from '../../paths.ts'
import { getPublication, isLive } from '../../projects/publication.ts'
import { isReading } from '../../sources/describe-run.ts'
import { toHost } from '../../sources/website.ts'

/** The progress of the project that is being set up. */
export type OnboardingState = {
  project: Project
  embeddedCount: number
  /** Knowledge that the AI does not use yet. */
  pendingIds: string[]
  /** Knowledge is being embedded. */
  isProcessing: boolean
  faqCount: number
  areFaqsShown: boolean
  isCustomized: boolean
  hasTried: boolean
  /** In the draft. */
  autoReply: boolean
  live: ProjectAutoReply
}

export type StepAction =
  | { kind: 'link'; label: string; to: string }
  | { kind: 'add-knowledge'; label: string }
  | { kind: 'read-website'; label: string; website: Source | null }
  | { kind: 'embed'; itemIds: string[]; isBusy: boolean }
  | { kind: 'try'; isAutoReplyOff: boolean }
  | { kind: 'show-faqs' }
  | { kind: 'turn-on' }

export type OnboardingStep = {
  title: string
  hint: string
  action: StepAction
  isDone: boolean
  /** Not needed for the first answer, and not counted. */
  isOptional?: boolean
}

const recommendedFaqCount = 3

type Context = {
  /** Null where it is unknown, and for users who may not connect a model. */
  hasModel?: boolean | null
  /** The source that reads the project's website; null until it is added. */
  website?: Source | null
}

export function listOnboardingSteps(
  state: OnboardingState | null,
  { hasModel = null, website = null }: Context = {},
): OnboardingStep[] {
  const create: OnboardingStep = {
    title: 'Create a project',
    hint: 'Each project is a chat widget for one website.',
    action: { kind: 'link', label: 'Create project', to: paths.newProject },
    isDone: state !== null,
  }
  if (!state) return [create, ...plannedSteps]
  return [
    create,
    ...listKnowledgeSteps(state, website),
    ...listOptionalSteps(state, hasModel),
    ...listLaunchSteps(state),
  ]
}

function listKnowledgeSteps(state: OnboardingState, website: Source | null): OnboardingStep[] {
  const { embeddedCount, hasTried, live } = state
  return [
    { title: 'Teach your AI assistant', ...teach(state, website), isDone: embeddedCount > 0 },
    {
      title: 'Ask your AI assistant a question',
      hint: 'Ask as a visitor would. Nothing is published.',
      action: { kind: 'try', isAutoReplyOff: !state.autoReply },
      isDone: hasTried || live.hasAnswered,
    },
  ]
}

/** Pending knowledge comes first, then the project's website. */
function teach(
  { project, embeddedCount, pendingIds, isProcessing }: OnboardingState,
  website: Source | null,
): Pick<OnboardingStep, 'hint' | 'action'> {
  if (embeddedCount === 0 && (isProcessing || pendingIds.length > 0))
    return {
      hint: "Your AI assistant doesn't use your knowledge yet. Review it first.",
      action: { kind: 'embed', itemIds: pendingIds, isBusy: isProcessing },
    }
  if (project.websiteUrl)
    return {
      hint: 'Start with the pages of your website. You choose which ones it may use.',
      action: {
        kind: 'read-website',
        label: labelWebsite(project.websiteUrl, website),
        website,
      },
    }
  return {
    hint: 'Add a page, a file or a few sentences it can answer from.',
    action: { kind: 'add-knowledge', label: 'Add knowledge' },
  }
}

function labelWebsite(url: string, website: Source | null): string {
  if (website && isReading(website)) return 'Show progress'
  if (website && website.pages.new > 0) return `Review ${formatCount(website.pages.new, 'page')}`
  return `Read ${toHost(url)}`
}

function listOptionalSteps(
  { project, faqCount, areFaqsShown, isCustomized }: OnboardingState,
  hasModel: boolean | null,
): OnboardingStep[] {
  const areHidden = faqCount > 0 && !areFaqsShown
  const connectModel: OnboardingStep = {
    title: 'Connect an AI model',
    hint: 'Without one, the AI assistant quotes your pages. With one, it answers in its own words, in any language, and checks every figure.',
    action: { kind: 'link', label: 'Connect model', to: paths.aiModel },
    isDone: hasModel === true,
    isOptional: true,
  }
  return [
    ...(hasModel === null ? [] : [connectModel]),
    {
      title: areHidden ? 'FAQs hidden from visitors' : 'Write three FAQs',
      hint: 'Visitors see them before they start a chat.',
      action: areHidden
        ? { kind: 'show-faqs' }
        : { kind: 'link', label: 'Add FAQ', to: projectPath(project.id, 'faq') },
      isDone: faqCount >= recommendedFaqCount && areFaqsShown,
      isOptional: true,
    },
    {
      title: 'Make it yours',
      hint: 'Choose its name, colors and greeting.',
      action: { kind: 'link', label: 'Customize', to: customizePath(project.id) },
      isDone: isCustomized,
      isOptional: true,
    },
  ]
}

function listLaunchSteps({ project, autoReply, live }: OnboardingState): OnboardingStep[] {
  const toPublish = publishPath(project.id)
  const isAutoReplyUnpublished = autoReply && !live.isLive
  return [
    {
      title: autoReply ? 'AI auto-reply: on' : 'AI auto-reply: off',
      hint: 'Until you turn it on, only your team answers visitors.',
      action: { kind: 'turn-on' },
      isDone: autoReply,
    },
    {
      title: isLive(project) && isAutoReplyUnpublished ? 'Publish your changes' : 'Publish',
      hint: isLive(project)
        ? 'AI auto-reply and the design go live when you publish.'
        : 'Visitors can chat with you once you publish.',
      action: { kind: 'link', label: 'Publish', to: toPublish },
      isDone: getPublication(project) !== 'draft' && !isAutoReplyUnpublished,
    },
    {
      title: 'Install and get the first AI answer',
      hint: 'Add the code to your website, open a page and ask a question.',
      action: { kind: 'link', label: 'Get code', to: toPublish },
      isDone: live.hasAnswered,
    },
  ]
}

/** What follows the first step, before there is a project. */
const plannedSteps: OnboardingStep[] = [
  'Teach your AI assistant',
  'Ask your AI assistant a question',
  'Turn on AI auto-reply',
  'Publish',
  'Install and get the first AI answer',
].map((title) => ({
  title,
  hint: '',
  action: { kind: 'link', label: 'Create project', to: paths.newProject },
  isDone: false,
}))

/** How many of the required steps are done, and the first one that is not. */
export function getProgress(steps: readonly OnboardingStep[]) {
  const required = steps.filter(({ isOptional }) => !isOptional)
  return {
    doneCount: required.filter(({ isDone }) => isDone).length,
    count: required.length,
    next: required.find(({ isDone }) => !isDone) ?? null,
  }
}
