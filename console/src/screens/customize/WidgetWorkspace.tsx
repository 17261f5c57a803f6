import type { Project } from '@aichat/contracts/company/projects'
import { type WidgetConfig, widgetSentences } from '@aichat/contracts/widget/widget'
import { type ReactNode, useMemo } from 'react'
import { useAgentProfile } from '../../agent-profile/queries.ts'
import { useFaqs } from '../../faq/queries.ts'
import { useKnowledge } from '../../knowledge/queries.ts'
import { invalidateProject } from '../../projects/queries.ts'
import { toHost } from '../../sources/website.ts'
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { UnsavedChangesGuard } from '../../ui/forms/UnsavedChangesGuard.tsx'
import { useWidgetConfig } from '../../widget/queries.ts'
import { createSampleConversation } from '../../widget/sample-conversation.ts'
import { useWidgetDraft, type WidgetDraft } from '../../widget/use-widget-draft.ts'
import { WidgetEditor } from '../../widget/WidgetEditor.tsx'
import { WidgetFaqs } from './WidgetFaqs.tsx'

// Below the preview, so that it can load later.
const AgentPanel = lazyPart(
  () => import('../AgentPanel.tsx').then((file) => file.AgentPanel),
  <Skeleton className="h-40 w-full" />,
)

type Props = { project: Project; header: (draft: WidgetDraft | null) => ReactNode }

/** Loads a widget's config and edits it, below the header that the screen renders. */
export function WidgetWorkspace({ project, header }: Props) {
  const { data: config, error, refetch } = useWidgetConfig(project.widgetConfigId ?? '')
  if (config) return <LoadedWorkspace key={config.id} project={project} config={config} header={header} />
  return (
    <>
      {header(null)}
      <div className="page">
        {error ? (
          <ErrorCard message={widgetSentences.loadFailed} onRetry={refetch} />
        ) : (
          <div aria-busy="true" className="grid gap-6 md:grid-cols-[400px_minmax(0,1fr)]">
            <Skeleton className="h-120 w-full" />
            <Skeleton className="h-120 w-full max-md:hidden" />
          </div>
        )}
      </div>
    </>
  )
}

function LoadedWorkspace({ project, config, header }: Props & { config: WidgetConfig }) {
  const draft = useWidgetDraft(config, () => invalidateProject(project.id))
  const { data: list } = useFaqs(project.id)
  const { data: profile } = useAgentProfile(project.id)
  const { data: knowledge } = useKnowledge(project.id)
  const previewed = useMemo(() => {
    const { faqs = [], faqEnabled = false } = list ?? {}
    const messages = createSampleConversation(faqs, profile?.agentName ?? '')
    return { faqs, faqEnabled, messages }
  }, [list, profile])
  return (
    <>
      {header(draft)}
      <WidgetEditor
        draft={draft}
        previewed={previewed}
        host={project.websiteUrl && toHost(project.websiteUrl)}
        faqTab={<WidgetFaqs projectId={project.id} />}
        agentLabel={knowledge ? `Knowledge (${knowledge.length})` : 'Knowledge'}
        agentPanel={<AgentPanel projectId={project.id} accepts={['.pdf', '.docx', '.txt']} />}
      />
      <UnsavedChangesGuard
        isDirty={draft.saveState === 'error'}
        question="Your last changes to this widget aren't saved."
        onDiscard={draft.discard}
      />
    </>
  )
}
