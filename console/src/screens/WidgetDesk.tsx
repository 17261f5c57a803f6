import type { Project } from '@aichat/contracts/projects'
import { type WidgetConfig, widgetSentences } from '@aichat/contracts/widget'
import type { ReactNode } from 'react'
import { reloadProject } from '../projects/queries.ts'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useWidgetConfig } from '../widget/queries.ts'
import { useWidgetDraft, type WidgetDraft } from '../widget/use-widget-draft.ts'
import { WidgetEditor } from '../widget/WidgetEditor.tsx'
import { AgentPanel } from './AgentPanel.tsx'
import { WidgetFaqs } from './WidgetFaqs.tsx'

type Props = { project: Project; header: (draft: WidgetDraft | null) => ReactNode }

/** Loads the config and lets it be edited, under whatever header the screen puts above. */
export function WidgetDesk({ project, header }: Props) {
  const { data: config, error, refetch } = useWidgetConfig(project.widgetConfigId ?? '')
  if (config) return <LoadedDesk key={config.id} project={project} config={config} header={header} />
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

function LoadedDesk({ project, config, header }: Props & { config: WidgetConfig }) {
  const draft = useWidgetDraft(config, () => reloadProject(project.id))
  return (
    <>
      {header(draft)}
      <WidgetEditor
        draft={draft}
        projectName={project.name}
        faqTab={<WidgetFaqs projectId={project.id} />}
        agentPanel={<AgentPanel projectId={project.id} />}
      />
    </>
  )
}
