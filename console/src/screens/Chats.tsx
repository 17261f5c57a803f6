import { type Session, type SessionStatus, sessionStatuses, sessionTimings } from '@aichat/contracts/sessions'
import { MessagesSquare } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { deskKeys } from '../composer/shortcuts.ts'
import { ConnectionBar } from '../inbox/ConnectionBar.tsx'
import { type DeskDialog, SessionList } from '../inbox/SessionList.tsx'
import { type Action, useActions } from '../kit/actions.ts'
import { useDebounced } from '../kit/use-debounced.ts'
import { phoneQuery, useMediaQuery } from '../kit/use-media-query.ts'
import { chatsPath } from '../paths.ts'
import { DesktopAlertsPrompt } from '../shell/DesktopAlertsPrompt.tsx'
import { LazyBoundary } from '../shell/LazyBoundary.tsx'
import type { ListFilter } from '../sync/session-list.ts'
import { useMoreSessions, useSessions } from '../sync/session-queries.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useUsers } from '../users/queries.ts'
import { Complaints } from './AnswerIssues.tsx'

/** Beside the list, not before it. */
const loadConversation = () => import('../conversation/Conversation.tsx')
const Conversation = lazy(() => loadConversation().then((file) => ({ default: file.Conversation })))
const LabelsDialog = lazy(() =>
  import('../labels/LabelsDialog.tsx').then((file) => ({ default: file.LabelsDialog })),
)
const SavedRepliesDialog = lazy(() =>
  import('../saved-replies/SavedRepliesDialog.tsx').then((file) => ({ default: file.SavedRepliesDialog })),
)

export function Chats() {
  const navigate = useNavigate()
  const isPhone = useMediaQuery(phoneQuery)
  const [query] = useSearchParams()
  const openId = query.get('session')
  const status = statusOf(query.get('status'))
  const [search, setSearch] = useState('')
  const [needsHuman, setNeedsHuman] = useState(false)
  const [labelId, setLabelId] = useState('')
  const [dialog, setDialog] = useState<DeskDialog | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const settledSearch = useDebounced(search.trim(), sessionTimings.searchDebounceMs)
  const filter = useMemo<ListFilter>(
    () => ({
      status,
      search: settledSearch,
      ...(needsHuman ? { needsHuman } : {}),
      ...(labelId ? { labelId } : {}),
    }),
    [status, settledSearch, needsHuman, labelId],
  )
  const { data, error, refetch } = useSessions(filter)
  const more = useMoreSessions(filter)
  const { data: team } = useUsers()
  const members = useMemo(() => team?.users.filter((user) => user.status === 'active') ?? [], [team])
  const linkTo = useCallback((sessionId: string) => chatsPath(sessionId, status), [status])
  const open = useCallback(
    (sessionId: string | undefined) => sessionId && navigate(chatsPath(sessionId, status)),
    [navigate, status],
  )
  const sessions = data?.sessions
  const step = useCallback(
    (by: 1 | -1, isWanted: (session: Session) => boolean = () => true) => {
      if (!sessions) return
      const at = sessions.findIndex(({ sessionId }) => sessionId === openId)
      const rest = by > 0 ? sessions.slice(at + 1) : sessions.slice(0, Math.max(at, 0)).reverse()
      open(rest.find(isWanted)?.sessionId)
    },
    [sessions, openId, open],
  )
  const toNextUnread = useCallback(
    () => open(sessions?.find((one) => isUnread(one) && one.sessionId !== openId)?.sessionId),
    [sessions, openId, open],
  )
  const actions = useMemo<Action[]>(() => {
    const on = (label: string, keys: string, run: () => void): Action => ({
      label,
      keys,
      run,
      group: 'Actions on this page',
    })
    return [
      on('Search conversations', deskKeys.search, () => searchField.current?.focus()),
      on('Next conversation', deskKeys.next, () => step(1)),
      on('Previous conversation', deskKeys.previous, () => step(-1)),
      on('Next unread conversation', deskKeys.nextUnread, () => step(1, isUnread)),
      on('Previous unread conversation', deskKeys.previousUnread, () => step(-1, isUnread)),
      { label: 'Saved replies', group: 'Actions on this page', run: () => setDialog('replies') },
      { label: 'Labels', group: 'Actions on this page', run: () => setDialog('labels') },
    ]
  }, [step])
  useActions(actions)
  useEffect(() => void loadConversation(), [])

  if (!data) return <NotReady hasFailed={error !== null} onRetry={refetch} />

  function closed(session: Session) {
    const next = data?.sessions.find((one) => isUnread(one) && one.sessionId !== session.sessionId)
    navigate(chatsPath(isPhone ? null : (next?.sessionId ?? null), status))
  }

  const isListShown = !isPhone || openId === null
  const isConversationShown = !isPhone || openId !== null
  return (
    <div className="flex h-full flex-col">
      <ConnectionBar />
      {(!isPhone || openId === null) && <DesktopAlertsPrompt hasConversations={data.total > 0} />}
      <div className="flex min-h-0 flex-1">
        {isListShown && (
          <SessionList
            page={data}
            filter={filter}
            search={search}
            searchField={searchField}
            openId={openId}
            linkTo={linkTo}
            onStatus={(next) => navigate(chatsPath(openId, next))}
            onSearch={setSearch}
            onNeedsHuman={setNeedsHuman}
            onLabel={setLabelId}
            onMore={more.isPending || more.isError ? null : () => more.mutate()}
            onRetryMore={more.isError ? () => more.mutate() : null}
            onDialog={setDialog}
          />
        )}
        {isConversationShown &&
          (openId ? (
            <Suspense fallback={<div className="flex-1" />}>
              <Complaints>
                <Conversation
                  key={openId}
                  sessionId={openId}
                  linkedSeq={Number(query.get('message')) || null}
                  members={members}
                  isPhone={isPhone}
                  onBack={() => navigate(chatsPath(null, status))}
                  onClosed={closed}
                  onNext={toNextUnread}
                />
              </Complaints>
            </Suspense>
          ) : (
            <div className="flex flex-1 items-center justify-center">
              <EmptyState icon={MessagesSquare} title="Pick a conversation to start">
                Press <Kbd keys={deskKeys.next} /> for the first one.
              </EmptyState>
            </div>
          ))}
      </div>
      <LazyBoundary key={dialog}>
        {dialog === 'labels' && <LabelsDialog onClose={() => setDialog(null)} />}
        {dialog === 'replies' && <SavedRepliesDialog onClose={() => setDialog(null)} />}
      </LazyBoundary>
    </div>
  )
}

function isUnread({ unreadCountAgent }: Session): boolean {
  return unreadCountAgent > 0
}

function NotReady({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 text-ink-2">
      <h1 className="sr-only">Chats</h1>
      {hasFailed ? (
        <RetryButton onPress={onRetry} />
      ) : (
        <div role="status" className="flex flex-col items-center gap-3">
          <Spinner size={28} />
          Loading conversations…
        </div>
      )}
    </div>
  )
}

function statusOf(text: string | null): SessionStatus {
  return sessionStatuses.find((status) => status === text) ?? 'active'
}
