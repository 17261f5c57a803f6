import type { Session } from '@aichat/contracts/sessions'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Ellipsis } from 'lucide-react'
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { wishToCompose } from '../composer/composer-focus.ts'
import { useLabels } from '../labels/queries.ts'
import { visitorName } from '../sync/visitor.ts'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { RowMenu } from './RowMenu.tsx'
import { SessionRow } from './SessionRow.tsx'

const usualHeight = 77
const rowsAhead = 15

type Props = {
  sessions: readonly Session[]
  openId: string | null
  linkTo: (sessionId: string) => string
  hasMore: boolean
  onMore: (() => void) | null
  onRetryMore: (() => void) | null
}

/** Only the rows that are near what is seen are there; the next page is asked for before its place is reached. */
export function SessionRows({ sessions, openId, linkTo, hasMore, onMore, onRetryMore }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const { data: labels } = useLabels()
  const labelsById = useMemo(() => new Map(labels?.map((label) => [label.id, label])), [labels])
  const virtual = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => sessions[index]?.sessionId ?? index,
    overscan: rowsAhead,
  })
  const rows = virtual.getVirtualItems()
  const [menuOf, setMenuOf] = useState<Session | null>(null)
  const trigger = useRef<HTMLElement>(null)
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= sessions.length - 1

  useEffect(() => {
    if (hasMore && isNearEnd) onMore?.()
  }, [hasMore, isNearEnd, onMore])

  const openIndex = sessions.findIndex(({ sessionId }) => sessionId === openId)
  const shownFor = useRef<string | null>(null)
  useEffect(() => {
    // Once for each choice: a row that moves up by a message does not take the list with it.
    if (openIndex < 0 || shownFor.current === openId) return
    shownFor.current = openId
    virtual.scrollToIndex(openIndex, { align: 'auto' })
  }, [openIndex, openId, virtual])

  /** By the button, by a right click, by the menu key, and by a long touch. */
  function openMenu(event: MouseEvent<HTMLElement>, session: Session) {
    event.preventDefault()
    trigger.current = event.currentTarget.querySelector('a') ?? event.currentTarget
    setMenuOf(session)
  }

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto [contain:strict]">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ key, index, start }) => {
          const session = sessions[index]
          if (!session) return null
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={sessions.length}
              aria-posinset={index + 1}
              onContextMenu={(event) => openMenu(event, session)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && event.target instanceof HTMLAnchorElement)
                  wishToCompose(session.sessionId)
              }}
              className="group absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <SessionRow
                session={session}
                labels={labelsById}
                to={linkTo(session.sessionId)}
                isOpen={session.sessionId === openId}
              />
              <button
                type="button"
                // The keyboard opens the same menu from the row, by its own key.
                tabIndex={-1}
                aria-label={`Options for ${visitorName(session)}`}
                onClick={(event) => openMenu(event, session)}
                className="absolute end-2 bottom-2 hidden size-7 items-center justify-center rounded-control border bg-raised text-ink-2 hover:bg-hover pointer-fine:group-hover:flex"
              >
                <Ellipsis aria-hidden size={16} strokeWidth={1.75} />
              </button>
            </li>
          )
        })}
      </ul>
      {menuOf && (
        <RowMenu
          session={menuOf}
          to={linkTo(menuOf.sessionId)}
          trigger={trigger}
          onClose={() => setMenuOf(null)}
        />
      )}
      {hasMore && (
        <div className="flex justify-center p-3 text-muted">
          {onRetryMore ? <RetryButton onPress={onRetryMore} /> : <Spinner size={16} />}
        </div>
      )}
    </div>
  )
}
