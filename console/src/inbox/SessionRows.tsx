import type { Session } from '@aichat/contracts/chat/sessions'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { ArrowUp, Ellipsis } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useLabels } from '../labels/queries.ts'
import type { Member } from '../notes/mentions.ts'
import { visitorName } from '../sessions/format-session.ts'
import { useInboxStore } from '../sync/inbox-store.ts'
import { Button } from '../ui/Button.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { RowMenu } from './RowMenu.tsx'
import { SessionRow } from './SessionRow.tsx'
import type { HeldOrder } from './use-held-order.ts'
import { usePrefetchOnHover } from './use-prefetch-on-hover.ts'

const estimatedRowHeight = 74
const overscanRows = 15

type Props = {
  order: HeldOrder
  members: ReadonlyMap<string, Member>
  isProjectShown: boolean
  isStatusShown: boolean
  search: string
  openId: string | null
  linkTo: (sessionId: string) => string
  hasMore: boolean
  onMore: (() => void) | null
  onRetryMore: (() => void) | null
}

/** A virtual list: only the rows near the visible ones are rendered. The next page loads before its place is reached. */
export function SessionRows(props: Props) {
  const { order, members, openId, linkTo, hasMore, onMore, onRetryMore } = props
  const { rows: sessions } = order
  const scroller = useRef<HTMLDivElement>(null)
  const { data: labels } = useLabels()
  const labelsById = useMemo(() => new Map(labels?.map((label) => [label.id, label])), [labels])
  const virtualizer = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowHeight,
    getItemKey: (index) => sessions[index]?.sessionId ?? index,
    overscan: overscanRows,
  })
  const rows = virtualizer.getVirtualItems()
  const menu = useRowMenu()
  const { composerFocus } = useInboxStore()
  const prefetch = usePrefetchOnHover()
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= sessions.length - 1
  useEffect(() => {
    if (hasMore && isNearEnd) onMore?.()
  }, [hasMore, isNearEnd, onMore])
  useScrollToOpen(virtualizer, sessions, openId)
  useFocusOnOpen(scroller, openId)

  return (
    <div
      ref={scroller}
      onPointerMove={({ pointerType }) => pointerType !== 'touch' && order.holdOnce()}
      onPointerLeave={order.release}
      className="min-h-0 flex-1 overflow-y-auto [contain:strict]"
    >
      {order.waiting > 0 && <WaitingButton count={order.waiting} onPress={order.refresh} />}
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ key, index, start }) => {
          const session = sessions[index]
          if (!session) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={sessions.length}
              aria-posinset={index + 1}
              onPointerEnter={(event) => prefetch.start(event, session.sessionId)}
              onPointerLeave={prefetch.stop}
              onContextMenu={(event) => menu.open(event, session)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && event.target instanceof HTMLAnchorElement)
                  composerFocus.request(session.sessionId)
              }}
              className="group absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <SessionRow
                session={session}
                labels={labelsById}
                assignee={members.get(session.assignedAgentId ?? '')}
                isProjectShown={props.isProjectShown}
                isStatusShown={props.isStatusShown}
                search={props.search}
                to={linkTo(session.sessionId)}
                isOpen={session.sessionId === openId}
              />
              <RowMenuButton session={session} onOpen={menu.open} />
            </li>
          )
        })}
      </ul>
      <OpenRowMenu menu={menu} linkTo={linkTo} />
      {hasMore && <MoreIndicator onRetry={onRetryMore} />}
    </div>
  )
}

type OpenRowMenuProps = { menu: ReturnType<typeof useRowMenu>; linkTo: Props['linkTo'] }

function OpenRowMenu({ menu: { session, trigger, close }, linkTo }: OpenRowMenuProps) {
  if (!session) return null
  return <RowMenu session={session} to={linkTo(session.sessionId)} trigger={trigger} onClose={close} />
}

function MoreIndicator({ onRetry }: { onRetry: (() => void) | null }) {
  return (
    <div className="flex justify-center p-3 text-muted">
      {onRetry ? <RetryButton onPress={onRetry} /> : <Spinner size={16} />}
    </div>
  )
}

/** Conversations that started while the order was held. It lies over the rows, so that it moves none of them. */
function WaitingButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <div className="sticky top-2 z-10 flex h-0 justify-center">
      <Button
        size="compact"
        className="shadow-menu"
        icon={<ArrowUp aria-hidden size={14} />}
        onPress={onPress}
      >
        {count} new
      </Button>
    </div>
  )
}

/** Scrolls to the open row once for each choice: a row that moves up later does not scroll the list. */
function useScrollToOpen(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  sessions: readonly Session[],
  openId: string | null,
) {
  const scrolledTo = useRef<string | null>(null)
  const openIndex = sessions.findIndex(({ sessionId }) => sessionId === openId)
  useEffect(() => {
    if (openIndex < 0 || scrolledTo.current === openId) return
    scrolledTo.current = openId
    virtualizer.scrollToIndex(openIndex, { align: 'auto' })
  }, [openIndex, openId, virtualizer])
}

/** When keys open another conversation, its row takes the focus from the row that had it: Enter would open that one. */
function useFocusOnOpen(scroller: RefObject<HTMLElement | null>, openId: string | null) {
  useEffect(() => {
    const focused = document.activeElement
    if (openId === null || !(focused instanceof HTMLAnchorElement) || !scroller.current?.contains(focused))
      return
    scroller.current.querySelector<HTMLElement>('a[aria-current]')?.focus({ preventScroll: true })
  }, [scroller, openId])
}

type OpenMenu = (event: MouseEvent<HTMLElement>, session: Session) => void

/** The context menu of a row: by its button, a right click, the menu key or a long touch. */
function useRowMenu() {
  const [session, setSession] = useState<Session | null>(null)
  const trigger = useRef<HTMLElement>(null)
  const open: OpenMenu = (event, chosen) => {
    event.preventDefault()
    trigger.current = event.currentTarget.querySelector('a') ?? event.currentTarget
    setSession(chosen)
  }
  return { session, trigger, open, close: () => setSession(null) }
}

function RowMenuButton({ session, onOpen }: { session: Session; onOpen: OpenMenu }) {
  return (
    <button
      type="button"
      // Keyboard users open the menu on the row itself, with the menu key.
      tabIndex={-1}
      aria-label={`Options for ${visitorName(session)}`}
      onClick={(event) => onOpen(event, session)}
      // Not removed from the layout when the pointer leaves: the menu is placed beside it.
      className="absolute end-2 bottom-2 hidden size-7 items-center justify-center rounded-control border bg-raised text-ink-2 opacity-0 group-hover:opacity-100 hover:bg-hover pointer-fine:flex"
    >
      <Ellipsis aria-hidden size={16} strokeWidth={1.75} />
    </button>
  )
}
