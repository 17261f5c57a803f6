import type { Session, VisitorDetails } from '@aichat/contracts/chat/sessions'
import { formatDateTime } from '../kit/format/format.ts'
import { isOnline, sessionNumber } from '../sessions/format-session.ts'
import { Badge } from '../ui/Badge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Fact } from './Fact.tsx'

const identities = {
  verified: { tone: 'ok', label: 'Verified' },
  claimed: { tone: 'warn', label: 'Not verified' },
  unknown: { tone: 'neutral', label: 'Unknown' },
} as const

type Props = { session: Session; visitor: VisitorDetails }

/** Who the visitor is. What events update comes from the session, the rest from the latest visit. */
export function VisitorFacts({ session, visitor }: Props) {
  const { name, email, phone, verified, externalId } = session.visitor
  const claimed = name || email || phone ? 'claimed' : 'unknown'
  const identity = identities[verified ? 'verified' : claimed]
  const pageUrl = session.status === 'active' ? (session.pageUrl ?? visitor.pageUrl) : visitor.pageUrl
  return (
    <dl className="flex flex-col gap-3 text-body">
      <Fact name="Conversation">{sessionNumber(session)}</Fact>
      <Fact name="Name">{name}</Fact>
      <Fact name="Email">{email}</Fact>
      <Fact name="Phone">{phone}</Fact>
      <Fact name="Identity">
        <Badge tone={identity.tone}>{identity.label}</Badge>
      </Fact>
      <Fact name="Customer ID">{externalId}</Fact>
      <Fact name="Page">{pageUrl && <ExternalLink href={pageUrl}>{pageUrl}</ExternalLink>}</Fact>
      <Fact name="Referrer">
        {visitor.referrer && <ExternalLink href={visitor.referrer}>{visitor.referrer}</ExternalLink>}
      </Fact>
      <Fact name="Device">{visitor.device}</Fact>
      <Fact name="Language">{visitor.locale}</Fact>
      <Fact name="First seen">{formatDateTime(visitor.firstSeenAt)}</Fact>
      <Fact name="Last seen">{isOnline(session) ? 'Online now' : formatDateTime(visitor.lastSeenAt)}</Fact>
    </dl>
  )
}
