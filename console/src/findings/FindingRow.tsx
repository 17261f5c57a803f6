import { type Finding, type FindingKind, findingSentences } from '@aichat/contracts/ai/findings'
import { errorMessage } from '../kit/http/api-error.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Passage } from './Passage.tsx'
import { useDisableItem, useDismissFinding, useFetchPage } from './queries.ts'

const kinds: Record<FindingKind, { label: string; tone: Tone; description: string }> = {
  contradiction: {
    label: 'Contradiction',
    tone: 'bad',
    description: 'These passages give different figures for the same thing.',
  },
  duplicate: { label: 'Duplicate', tone: 'warn', description: 'These items repeat the same text.' },
  past_date: { label: 'Past date', tone: 'warn', description: 'This date has passed.' },
  failed_refresh: {
    label: 'Failed page',
    tone: 'bad',
    description: "This page couldn't be read. If it was read before, your AI assistant uses that version.",
  },
}

type Props = { projectId: string; finding: Finding; onOpenItem: (itemId: string) => void }

/** One entry with its passages side by side, and the ways to settle it. */
export function FindingRow({ projectId, finding, onOpenItem }: Props) {
  const { id, kind, passages, dismissedAt } = finding
  const dismiss = useDismissFinding(projectId)
  const disable = useDisableItem(projectId)
  const fetchPage = useFetchPage(projectId)
  const { label, tone, description } = kinds[kind]
  const isDismissed = dismissedAt !== null
  const error = dismiss.error ?? disable.error ?? fetchPage.error
  return (
    <li className="flex flex-col gap-2.5 py-4">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Badge tone={tone}>{label}</Badge>
        <p className="min-w-0 flex-[1_1_180px] text-ink-2">{description}</p>
        <Button
          size="compact"
          isBusy={dismiss.isPending}
          onPress={() => dismiss.mutate({ findingId: id, isDismissed: !isDismissed })}
        >
          {isDismissed ? 'Reopen' : 'Not a problem'}
        </Button>
      </div>
      <div className={passages.length > 1 ? 'grid gap-2.5 md:grid-cols-2' : 'grid'}>
        {passages.map((passage) => (
          <Passage
            key={`${passage.itemId} ${passage.quote}`}
            passage={passage}
            isFailed={kind === 'failed_refresh'}
            busy={findBusy(passage.itemId, disable, fetchPage)}
            onOpen={() => onOpenItem(passage.itemId)}
            onDisable={() => disable.mutate(passage.itemId)}
            onFetch={() => fetchPage.mutate(passage.itemId)}
          />
        ))}
      </div>
      {error && <Notice>{errorMessage(error, findingSentences.changeFailed)}</Notice>}
    </li>
  )
}

type Pending = { isPending: boolean; variables: string | undefined }

function findBusy(itemId: string, disable: Pending, fetchPage: Pending): 'disable' | 'fetch' | null {
  if (disable.isPending && disable.variables === itemId) return 'disable'
  return fetchPage.isPending && fetchPage.variables === itemId ? 'fetch' : null
}
