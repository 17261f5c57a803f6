import { type SourcePage, sourceSentences } from '@aichat/contracts/ai/sources'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { useChangePages } from './queries.ts'

type Props = {
  place: { projectId: string; sourceId: string }
  pages: readonly SourcePage[]
  /** Whether the list is open at first. */
  isOpen: boolean
}

/** Pages that are not offered again, below the others. */
export function IgnoredPages({ place, pages, isOpen }: Props) {
  const change = useChangePages(place)

  function restore(pageIds: string[]) {
    change.mutate(
      { action: 'restore', pageIds },
      { onError: (error) => toast(errorMessage(error, sourceSentences.restoreFailed), { tone: 'bad' }) },
    )
  }

  return (
    <details open={isOpen} className="rounded-control border">
      <summary className="min-h-9 cursor-pointer px-3 py-2 touch:min-h-11">
        Ignored <span className="text-muted">({pages.length})</span>
      </summary>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t px-3 py-2">
        <p className="text-ink-2">These pages are not offered when the source is read again.</p>
        {pages.length > 1 && (
          <Button
            size="compact"
            permission="knowledge.edit"
            isDisabled={change.isPending}
            onPress={() => restore(pages.map(({ id }) => id))}
          >
            Restore all
          </Button>
        )}
      </div>
      <ul aria-label="Ignored pages" className="divide-y divide-line border-t">
        {pages.map(({ id, title, url }) => (
          <li key={id} className="flex items-center justify-between gap-3 px-3 py-2">
            <div className="min-w-0">
              <p dir="auto" className="wrap-anywhere">
                {title}
              </p>
              <p className="wrap-anywhere text-ink-2">{url}</p>
            </div>
            <Button
              size="compact"
              permission="knowledge.edit"
              label={`Restore ${title}`}
              isDisabled={change.isPending}
              onPress={() => restore([id])}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
