import { type Session, type SessionStatus, sessionStatuses } from '@aichat/contracts/sessions'
import { MessagesSquare } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ConnectionBar } from '../inbox/ConnectionBar.tsx'
import type { InboxDialog } from '../inbox/InboxMenu.tsx'
import { SessionList } from '../inbox/SessionList.tsx'
import { inboxShortcuts } from '../inbox/shortcuts.ts'
import { useInboxActions } from '../inbox/use-inbox-actions.ts'
import { useInboxFilter } from '../inbox/use-inbox-filter.ts'
import { findUnread, useListNavigation } from '../inbox/use-list-navigation.ts'
import { phoneQuery, useMediaQuery } from '../kit/use-media-query.ts'
import { chatsPath } from '../paths.ts'
import { CrashBoundary } from '../shell/CrashBoundary.tsx'
import { DesktopAlertsPrompt } from '../shell/DesktopAlertsPrompt.tsx'
import { useMoreSessions, useSessions } from '../sync/session-queries.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { lazyOverlay, lazyPart } from '../ui/lazy-part.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useUsers } from '../users/queries.ts'
import { AnswerIssues } from './AnswerIssues.tsx'

/** Loaded in parallel with the list. */
const loadConversation = () => import('../conversation/Conversation.tsx')
const Conversation = lazyPart(
  () => loadConversation().then((file) => file.Conversation),
  <div className="flex-1" />,
)
const LabelsDialog = lazyOverlay(() => import('../labels/LabelsDialog.tsx').then((file) => file.LabelsDialog))
const SavedRepliesDialog = lazyOverlay(() =>
  import('../saved-replies/SavedRepliesDialog.tsx').then((file) => file.SavedRepliesDialog),
)

/** The inbox: the list of conversations and the open one. A phone shows one of the two. */
export function Chats() {
  const isPhone = useMediaQuery(phoneQuery)
  const { openId, status, linkTo, open, setStatus } = useInboxLocation()
  const [dialog, setDialog] = useState<InboxDialog | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const inboxFilter = useInboxFilter(status)
  const { data, error, refetch } = useSessions(inboxFilter.filter)
  const more = useMoreSessions(inboxFilter.filter)
  const { step, openNextUnread } = useListNavigation({ sessions: data?.sessions, openId, onOpen: open })
  useInboxActions({ searchField, step, onDialog: setDialog })
  // A failure is reported by the part itself.
  useEffect(() => void loadConversation().catch(() => {}), [])

  if (!data) return <NotReady hasFailed={error !== null} onRetry={refetch} />

  const isListShown = !isPhone || openId === null
  return (
    <div className="flex h-full flex-col">
      <ConnectionBar />
      {isListShown && <DesktopAlertsPrompt hasConversations={data.total > 0} />}
      <div className="flex min-h-0 flex-1">
        {isListShown && (
          <SessionList
            page={data}
            inboxFilter={inboxFilter}
            searchField={searchField}
            openId={openId}
            linkTo={linkTo}
            onStatus={setStatus}
            onMore={more.isPending || more.isError ? null : more.load}
            onRetryMore={more.isError ? more.load : null}
            onDialog={setDialog}
          />
        )}
        {openId && (
          <OpenConversation
            sessionId={openId}
            isPhone={isPhone}
            onOpen={open}
            onNext={openNextUnread}
            sessions={data.sessions}
          />
        )}
        {!openId && !isPhone && <NoSelection />}
      </div>
      <CrashBoundary key={dialog} onCrash={() => setDialog(null)}>
        {dialog === 'labels' && <LabelsDialog onClose={() => setDialog(null)} />}
        {dialog === 'replies' && <SavedRepliesDialog onClose={() => setDialog(null)} />}
      </CrashBoundary>
    </div>
  )
}

/** The open conversation and the status filter, which are in the URL. */
function useInboxLocation() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const openId = query.get('session')
  const status = toStatus(query.get('status'))
  const linkTo = useCallback((sessionId: string) => chatsPath(sessionId, status), [status])
  const open = useCallback(
    (sessionId: string | null) => void navigate(chatsPath(sessionId, status)),
    [navigate, status],
  )
  const setStatus = (next: SessionStatus) => void navigate(chatsPath(openId, next))
  return { openId, status, linkTo, open, setStatus }
}

type OpenConversationProps = {
  sessionId: string
  isPhone: boolean
  sessions: readonly Session[]
  onOpen: (sessionId: string | null) => void
  onNext: () => void
}

function OpenConversation({ sessionId, isPhone, sessions, onOpen, onNext }: OpenConversationProps) {
  const [query] = useSearchParams()
  const { data: team } = useUsers()
  const members = useMemo(() => team?.users.filter((user) => user.status === 'active') ?? [], [team])

  /** After closing a conversation, the next unread one is opened. A phone goes back to the list. */
  function onClosed(session: Session) {
    onOpen(isPhone ? null : (findUnread(sessions, session.sessionId)?.sessionId ?? null))
  }

  return (
    <AnswerIssues>
      <Conversation
        key={sessionId}
        sessionId={sessionId}
        linkedSeq={Number(query.get('message')) || null}
        members={members}
        isPhone={isPhone}
        onBack={() => onOpen(null)}
        onClosed={onClosed}
        onNext={onNext}
      />
    </AnswerIssues>
  )
}

function NoSelection() {
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState icon={MessagesSquare} title="Select a conversation">
        Press <Kbd keys={inboxShortcuts.next} /> to open the first one.
      </EmptyState>
    </div>
  )
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

function toStatus(text: string | null): SessionStatus {
  return sessionStatuses.find((status) => status === text) ?? 'active'
}
