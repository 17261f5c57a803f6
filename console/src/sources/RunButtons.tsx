import { type Source, sourceSentences } from '@aichat/contracts/ai/sources'
import { Play, RotateCw, Square } from 'lucide-react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { isReading } from './describe-run.ts'
import { useRunAction } from './queries.ts'
import { UploadButton } from './UploadButton.tsx'

type Props = { projectId: string; source: Source }

/** Stop while a source is read; otherwise resume what was stopped, or read it again. */
export function RunButtons({ projectId, source }: Props) {
  const action = useRunAction({ projectId, sourceId: source.id })
  const { lastRun, kind } = source
  const run = (kind: 'stop' | 'resume' | 'start') =>
    action.mutate(kind === 'start' ? { kind } : { kind, runId: lastRun?.id ?? '' }, {
      onError: (error) => {
        const fallback = kind === 'stop' ? sourceSentences.stopFailed : sourceSentences.runFailed
        toast(errorMessage(error, fallback), { tone: 'bad' })
      },
    })

  if (isReading(source)) {
    return (
      <Button
        size="compact"
        icon={<Square aria-hidden size={14} />}
        isBusy={action.isPending}
        permission="knowledge.edit"
        onPress={() => run('stop')}
      >
        Stop
      </Button>
    )
  }
  return (
    <>
      {lastRun?.status === 'stopped' && (
        <Button
          size="compact"
          icon={<Play aria-hidden size={14} />}
          isBusy={action.isPending}
          permission="knowledge.edit"
          onPress={() => run('resume')}
        >
          Resume
        </Button>
      )}
      {kind === 'archive' ? (
        <UploadButton projectId={projectId} sourceId={source.id} />
      ) : (
        <Button
          size="compact"
          icon={<RotateCw aria-hidden size={14} />}
          isBusy={action.isPending}
          permission="knowledge.edit"
          onPress={() => run('start')}
        >
          {lastRun ? 'Check again' : 'Find pages'}
        </Button>
      )}
    </>
  )
}
