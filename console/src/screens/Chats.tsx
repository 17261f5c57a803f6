import type { Session } from '@aichat/contracts/chat/sessions'
import type { Project } from '@aichat/contracts/company/projects'
import { hashKey } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { HeldEmailsNotice } from '../email/HeldEmailsNotice.tsx'
import { ConnectionBar } from '../inbox/ConnectionBar.tsx'
import type { InboxDialog } from '../inbox/InboxMenu.tsx'
import { SessionList } from '../inbox/SessionList.tsx'
import { inboxShortcuts } from '../inbox/shortcuts.ts'
import { useHeldOrder } from '../inbox/use-held-order.ts'
import { useInboxActions } from '../inbox/use-inbox-actions.ts'
import { useInboxFilter } from '../inbox/use-inbox-filter.ts'
import { useInboxLocation } from '../inbox/use-inbox-location.ts'
import { findNext, useListNavigation } from '../inbox/use-list-navigation.ts'
import { phoneQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'
import type { Member } from '../notes/mentions.ts'
import { useProjects } from '../projects/queries.ts'
import { CrashBoundary } from '../shell/CrashBoundary.tsx'
import { DesktopAlertsPrompt } from '../shell/notifications/DesktopAlertsPrompt.tsx'
import { useMoreSessions, useSessions } from '../sync/session-queries.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { lazyOverlay, lazyPart } from '../ui/feedback/lazy-part.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { useUsers } from '../users/queries.ts'
import { AnswerIssues } from './AnswerIssues.tsx'

const noSessions: readonly Session[] = []
const noProjects: readonly Project[] = []

/** Loaded in parallel with the list. */
const loadConversation = () => import('../conversation/Conversation.tsx')
const Conversation = lazyPart(
  () => loadConversation().then((file) => file.Conversation),
  <div className="flex-1" />,
)
const LabelsDialog = lazyOverlay(() => import('../labels/LabelsDialog.tsx').then((file) => file.LabelsDialog))
const HeldEmailsDialog = lazyOverlay(() =>
  import('../email/HeldEmailsDialog.tsx').then((file) => file.HeldEmailsDialog),
)
const SavedRepliesDialog = lazyOverlay(() =>
  import('../saved-replies/SavedRepliesDialog.tsx').then((file) => file.SavedRepliesDialog),
)

/** The inbox: the list of conversations and the open one. A phone shows one of the two. */
export function Chats() {
  const isPhone = useMediaQuery(phoneQuery)
  const location = useInboxLocation()
  const { openId, open } = location
  const [dialog, setDialog] = useState<InboxDialog | 'emails' | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const inboxFilter = useInboxFilter(location)
  const { data, error, refetch } = useSessions(inboxFilter.filter)
  const more = useMoreSessions(inboxFilter.filter)
  const order = useHeldOrder(data?.sessions ?? noSessions, hashKey([inboxFilter.filter]))
  const { step, openNext } = useListNavigation({ sessions: order.rows, openId, onOpen: open })
  const members = useActiveMembers()
  const { data: projects = noProjects } = useProjects()
  useInboxActions({ searchField, step, onDialog: setDialog, setFilter: inboxFilter.setFilter })
  // A failure is reported by the part itself.
  useEffect(() => void loadConversation().catch(() => {}), [])

  if (!data) return <NotReady hasFailed={error !== null} onRetry={refetch} />

  const isListShown = !isPhone || openId === null
  return (
    <div className="flex h-full flex-col">
      <ConnectionBar />
      <div className="flex min-h-0 flex-1">
        {isListShown && (
          <SessionList
            page={data}
            order={order}
            location={location}
            inboxFilter={inboxFilter}
            projects={projects}
            members={members}
            searchField={searchField}
            onMore={more.isPending || more.isError ? null : more.load}
            onRetryMore={more.isError ? more.load : null}
            onDialog={setDialog}
            footer={
              <>
                <HeldEmailsNotice onOpen={() => setDialog('emails')} />
                <DesktopAlertsPrompt hasConversations={data.total > 0} />
              </>
            }
          />
        )}
        {openId && (
          <OpenConversation
            sessionId={openId}
            members={members}
            isPhone={isPhone}
            onOpen={open}
            onNext={openNext}
            sessions={order.rows}
          />
        )}
        {!openId &&
          !isPhone &&
          (order.rows.length > 0 ? <NoSelection /> : <div className="toast-anchor flex-1" />)}
      </div>
      <CrashBoundary key={dialog} onCrash={() => setDialog(null)}>
        {dialog === 'labels' && <LabelsDialog onClose={() => setDialog(null)} />}
        {dialog === 'emails' && <HeldEmailsDialog linkTo={location.linkTo} onClose={() => setDialog(null)} />}
        {dialog === 'replies' && <SavedRepliesDialog onClose={() => setDialog(null)} />}
      </CrashBoundary>
    </div>
  )
}

function useActiveMembers(): readonly Member[] {
  const { data: team } = useUsers()
  return useMemo(() => team?.users.filter((user) => user.status === 'active') ?? [], [team])
}

type OpenConversationProps = {
  sessionId: string
  members: readonly Member[]
  isPhone: boolean
  sessions: readonly Session[]
  onOpen: (sessionId: string | null) => void
  onNext: () => void
}

function OpenConversation({ sessionId, members, isPhone, sessions, onOpen, onNext }: OpenConversationProps) {
  const [query] = useSearchParams()

  /** After closing a conversation, the next one is opened. A phone goes back to the list. */
  function onClosed(session: Session) {
    onOpen(isPhone ? null : (findNext(sessions, session.sessionId)?.sessionId ?? null))
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
    <div className="toast-anchor flex flex-1 items-center justify-center">
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
