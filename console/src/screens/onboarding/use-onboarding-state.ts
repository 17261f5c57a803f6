import type { Project } from '@aichat/contracts/company/projects'
import { isCustomized } from '@aichat/contracts/widget/widget-defaults'
import { useProjectAutoReply } from '../../auto-reply/queries.ts'
import { useFaqs } from '../../faq/queries.ts'
import { useKnowledge } from '../../knowledge/queries.ts'
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
  const failed = [knowledge, faqs, config, live].filter(({ isError }) => isError)
  function retry() {
    for (const { refetch } of failed) void refetch()
  }
  if (!knowledge.data || !faqs.data || !config.data || !live.data) {
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
  }
  return { state, hasFailed: false, retry }
}
