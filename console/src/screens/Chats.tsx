import {
  type Session,
  type SessionStatus,
  sessionLimits,
  sessionStatuses,
  sessionTimings,
} from '@aichat/contracts/sessions'
import { MessagesSquare } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useDebounced } from '../kit/use-debounced.ts'
import { phone, useMedia } from '../kit/use-media.ts'
import { chatsPath } from '../paths.ts'
import { ConnectionBar } from '../sessions/ConnectionBar.tsx'
import { Conversation } from '../sessions/Conversation.tsx'
import { offerReopen } from '../sessions/offer-reopen.ts'
import { useSessions } from '../sessions/queries.ts'
import { SessionList } from '../sessions/SessionList.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'

export function Chats() {
  const navigate = useNavigate()
  const isPhone = useMedia(phone)
  const [query] = useSearchParams()
  const openId = query.get('session')
  const status = statusOf(query.get('status'))
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState<number>(sessionLimits.pageSize)
  const settledSearch = useDebounced(search.trim(), sessionTimings.searchDebounce)
  const { data, error, refetch } = useSessions({ status, search: settledSearch, limit })
  const linkTo = useCallback((sessionId: string) => chatsPath(sessionId, status), [status])

  if (!data) return <NotReady hasFailed={error !== null} onRetry={refetch} />

  function closed(session: Session) {
    const next = data?.sessions.find((one) => one.unreadCountAgent > 0 && one.sessionId !== session.sessionId)
    navigate(chatsPath(isPhone ? null : (next?.sessionId ?? null), status))
    offerReopen(session.sessionId)
  }

  const isListShown = !isPhone || openId === null
  const isConversationShown = !isPhone || openId !== null
  return (
    <div className="flex h-full flex-col">
      <ConnectionBar />
      <div className="flex min-h-0 flex-1">
        {isListShown && (
          <SessionList
            sessions={data.sessions}
            total={data.total}
            status={status}
            search={search}
            openId={openId}
            linkTo={linkTo}
            onStatus={(next) => navigate(chatsPath(openId, next))}
            onSearch={setSearch}
            onMore={() => setLimit(limit + sessionLimits.pageSize)}
          />
        )}
        {isConversationShown &&
          (openId ? (
            <Conversation
              key={openId}
              sessionId={openId}
              isPhone={isPhone}
              onBack={() => navigate(chatsPath(null, status))}
              onClosed={closed}
            />
          ) : (
            <div className="flex flex-1 items-center justify-center">
              <EmptyState icon={MessagesSquare} title="Pick a conversation to start" />
            </div>
          ))}
      </div>
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

function statusOf(text: string | null): SessionStatus {
  return sessionStatuses.find((status) => status === text) ?? 'active'
}
