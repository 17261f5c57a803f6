import type { Project } from '@aichat/contracts/company/projects'
import { isCustomized } from '@aichat/contracts/widget/widget-defaults'
import { useProjectAutoReply } from '../../auto-reply/queries.ts'
import { useFaqs } from '../../faq/queries.ts'
import { useKnowledge } from '../../knowledge/queries.ts'
import { useSources } from '../../sources/queries.ts'
import { findWebsite } from '../../sources/website.ts'
import { useHasTried } from '../../test-chat/tried.ts'
import { useWidgetConfig } from '../../widget/queries.ts'
import type { OnboardingState } from './onboarding-steps.ts'

type Loading = { state: OnboardingState | null; hasFailed: boolean; retry: () => void }

/** Everything that the setup steps of a project depend on. */
export function useOnboardingState(project: Project): Loading {
  const knowledge = useKnowledge(project.id)
  const faqs = useFaqs(project.id)
  const config = useWidgetConfig(project.widgetConfigId ?? '')
  const live = useProjectAutoReply(project.id)
  const hasTried = useHasTried(project.id)
  const offersWebsite =
    project.websiteUrl !== null && knowledge.data?.every(({ status }) => status !== 'embedded') === true
  const sources = useSources(project.id, offersWebsite)
  const failed = [knowledge, faqs, config, live, sources].filter(({ isError }) => isError)
  function retry() {
    for (const { refetch } of failed) void refetch()
  }
  const isLoading = !knowledge.data || !faqs.data || !config.data || !live.data
  if (isLoading || (offersWebsite && !sources.data)) {
    return { state: null, hasFailed: failed.length > 0, retry }
  }
  const pending = knowledge.data.filter(({ status, stage }) => status === 'pending' && stage === null)
  const state: OnboardingState = {
    project,
    embeddedCount: knowledge.data.filter(({ status }) => status === 'embedded').length,
    pendingIds: pending.map(({ id }) => id),
    isProcessing: knowledge.data.some(({ stage }) => stage !== null),
    faqCount: faqs.data.faqs.length,
    areFaqsShown: faqs.data.faqEnabled,
    isCustomized: isCustomized(config.data, config.data.initialChatName),
    hasTried,
    autoReply: config.data.agent.autoReply,
    live: live.data,
    website: project.websiteUrl === null ? null : findWebsite(sources.data ?? [], project.websiteUrl),
  }
  return { state, hasFailed: false, retry }
}
