import type { Session, VisitorDetails } from '@aichat/contracts/chat/sessions'
import { Link } from 'react-router'
import { formatDateTime, stripScheme } from '../kit/format/format.ts'
import { formatLanguage } from '../kit/format/format-language.ts'
import { projectPath } from '../paths.ts'
import { isOnline, sessionNumber } from '../sessions/format-session.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Fact } from '../ui/Fact.tsx'

type Props = { session: Session; visitor: VisitorDetails | undefined }

/** The pages of the visitor and where they come from. What events update comes from the session, the rest from the latest visit. */
export function VisitorFacts({ session, visitor }: Props) {
  const { externalId } = session.visitor
  const latestPage = visitor?.pageUrl ?? null
  const pageUrl = session.status === 'active' ? (session.pageUrl ?? latestPage) : latestPage
  return (
    <dl className="flex flex-col gap-2">
      <Fact name="Page">{pageUrl && <PageLink url={pageUrl} />}</Fact>
      {visitor && <PreviousPages urls={visitor.previousPageUrls} />}
      <Fact name="Referrer">{visitor?.referrer && <PageLink url={visitor.referrer} />}</Fact>
      <Fact name="Customer ID">{externalId}</Fact>
      <Fact name="Conversation">{sessionNumber(session)}</Fact>
      <Fact name="Project">
        <Link to={projectPath(session.projectId._id)} className="text-accent-text hover:underline">
          {session.projectId.name}
        </Link>
      </Fact>
      {visitor && (
        <>
          <Fact name="Device">{visitor.device}</Fact>
          <Fact name="Language">{visitor.locale && `${formatLanguage(visitor.locale)} (browser)`}</Fact>
          <Fact name="First seen">{formatDateTime(visitor.firstSeenAt)}</Fact>
          <Fact name="Last seen">
            {isOnline(session) ? 'Online now' : formatDateTime(visitor.lastSeenAt)}
          </Fact>
        </>
      )}
    </dl>
  )
}

function PreviousPages({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <Fact name="Before">
      <ul>
        {urls.map((url) => (
          <li key={url} className="flex min-w-0">
            <PageLink url={url} />
          </li>
        ))}
      </ul>
    </Fact>
  )
}

function PageLink({ url }: { url: string }) {
  return <ExternalLink href={url}>{stripScheme(url)}</ExternalLink>
}
