import type { Session } from '@aichat/contracts/chat/sessions'
import { Link } from 'react-router'
import { formatBadgeCount } from '../kit/format/format.ts'
import { chatsPath } from '../paths.ts'
import { isOnline, visitorInitials, visitorName } from '../sessions/format-session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { CountPill } from '../ui/CountPill.tsx'
import { getPreview } from './get-preview.ts'
import { NameAndTime } from './NameAndTime.tsx'

/** A conversation in two lines. */
export function UnreadRow({ session, onChoose }: { session: Session; onChoose?: () => void }) {
  const { unreadCountAgent } = session
  return (
    <Link
      to={chatsPath(session.sessionId)}
      onClick={onChoose}
      className="flex items-center gap-3 rounded-control px-2 py-2 hover:bg-hover dense:py-1"
    >
      <Avatar
        name={visitorName(session)}
        text={visitorInitials(session)}
        seed={session.sessionId}
        size="small"
        isOnline={isOnline(session)}
      />
      <span className="min-w-0 flex-1">
        <NameAndTime session={session} isBold />
        <span className="flex items-center gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
            {getPreview(session)}
          </span>
          {unreadCountAgent > 0 && <CountPill count={formatBadgeCount(unreadCountAgent)} label="unread" />}
        </span>
      </span>
    </Link>
  )
}
