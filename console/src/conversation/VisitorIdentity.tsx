import type { Session } from '@aichat/contracts/chat/sessions'
import { isOnline, visitorInitials, visitorName } from '../sessions/format-session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'

const identities = {
  verified: { tone: 'ok', label: 'Verified' },
  claimed: { tone: 'warn', label: 'Not verified' },
  unknown: { tone: 'neutral', label: 'Unknown' },
} as const

/** Who the visitor is, and whether the website has signed it. */
export function VisitorIdentity({ session }: { session: Session }) {
  const { name, email, phone, verified } = session.visitor
  const claimed = name || email || phone ? 'claimed' : 'unknown'
  const identity = identities[verified ? 'verified' : claimed]
  return (
    <section className="flex items-start gap-3">
      <Avatar
        name={visitorName(session)}
        text={visitorInitials(session)}
        seed={session.sessionId}
        isOnline={isOnline(session)}
      />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-strong text-body wrap-anywhere">
          {visitorName(session)}
        </p>
        {email && (
          <p className="wrap-anywhere">
            <a href={`mailto:${email}`} className="text-accent-text hover:underline">
              {email}
            </a>
          </p>
        )}
        {phone && <p className="text-ink-2 wrap-anywhere">{phone}</p>}
        <p className="pt-1">
          <Badge tone={identity.tone}>{identity.label}</Badge>
        </p>
      </div>
    </section>
  )
}
