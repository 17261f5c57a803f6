import { type Source, sourceSentences } from '@aichat/contracts/ai/sources'
import { useState } from 'react'
import { formatCount } from '../kit/format/format-count.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { textLink } from '../ui/text-link.ts'
import { describeRun, isReading } from './describe-run.ts'
import { PageReview } from './PageReview.tsx'
import { type PageAction, useChangePages } from './queries.ts'
import { RunButtons } from './RunButtons.tsx'
import { RunHistory } from './RunHistory.tsx'
import { RunProgress } from './RunProgress.tsx'
import { SourceSettings } from './SourceSettings.tsx'

type Props = { projectId: string; source: Source; onClose: () => void }
type View = 'pages' | 'history' | 'settings'

const pageActions = {
  embed: { done: 'added to the knowledge', failed: sourceSentences.embedFailed },
  ignore: { done: 'ignored', failed: sourceSentences.ignoreFailed },
}

/** Everything about one website or archive: its pages to choose from, its runs and its settings. */
export function SourcePanel({ projectId, source, onClose }: Props) {
  const place = { projectId, sourceId: source.id }
  const [view, setView] = useState<View>('pages')
  const [openRunId, setOpenRunId] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const change = useChangePages(place)
  const isChanging = (action: PageAction) => change.isPending && change.variables.action === action

  function changeChosen(action: 'embed' | 'ignore') {
    const { done, failed } = pageActions[action]
    change.mutate(
      { action, pageIds: [...chosen] },
      {
        onSuccess: (count) => {
          setChosen(new Set())
          toast(`${formatCount(count, 'page')} ${done}`)
        },
        onError: (error) => toast(errorMessage(error, failed), { tone: 'bad' }),
      },
    )
  }

  return (
    <Dialog
      shape="wide"
      title={source.name}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          {view === 'pages' && (
            <>
              <Button
                permission="knowledge.edit"
                isBusy={isChanging('ignore')}
                isDisabled={chosen.size === 0 || change.isPending}
                onPress={() => changeChosen('ignore')}
              >
                {chosen.size === 0 ? 'Ignore' : `Ignore ${chosen.size}`}
              </Button>
              <Button
                variant="primary"
                permission="knowledge.edit"
                isBusy={isChanging('embed')}
                isDisabled={chosen.size === 0 || change.isPending}
                onPress={() => changeChosen('embed')}
              >
                {chosen.size === 0 ? 'Add to knowledge' : `Add ${chosen.size} to knowledge`}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RunState
          projectId={projectId}
          source={source}
          onShowFailed={(runId) => {
            setOpenRunId(runId)
            setView('history')
          }}
        />
        <Tabs
          label={source.name}
          selected={view}
          onSelect={setView}
          panelClassName="pt-4 outline-none"
          tabs={[
            {
              key: 'pages',
              label: 'Pages',
              panel: <PageReview place={place} source={source} chosen={chosen} onChoose={setChosen} />,
            },
            {
              key: 'history',
              label: 'History',
              panel: <RunHistory place={place} openId={openRunId} onOpen={setOpenRunId} />,
            },
            {
              key: 'settings',
              label: 'Settings',
              panel: <SourceSettings place={place} source={source} onRemoved={onClose} />,
            },
          ]}
        />
      </div>
    </Dialog>
  )
}

type RunStateProps = { projectId: string; source: Source; onShowFailed: (runId: string) => void }

function RunState({ projectId, source, onShowFailed }: RunStateProps) {
  const { lastRun } = source
  const isFailed = lastRun?.status === 'failed'
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-60">
        {lastRun && isReading(source) && <RunProgress run={lastRun} />}
        {lastRun && isFailed && <Notice>{describeRun(lastRun)}</Notice>}
        {lastRun && !isReading(source) && !isFailed && <p className="text-ink-2">{describeRun(lastRun)}</p>}
        {lastRun && !isReading(source) && lastRun.counts.failed > 0 && (
          <button type="button" className={`${textLink} mt-1`} onClick={() => onShowFailed(lastRun.id)}>
            Show failed pages
          </button>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <RunButtons projectId={projectId} source={source} />
      </div>
    </div>
  )
}
