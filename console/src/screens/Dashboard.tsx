import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useIsFirstVisit } from '../kit/browser/first-visit.ts'
import { phoneQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'
import { useCompany, useUser } from '../kit/http/auth-storage.ts'
import { paths } from '../paths.ts'
import { TodayTiles } from '../reports/TodayTiles.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { CopyIcon } from '../ui/CopyIcon.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Onboarding } from './onboarding/Onboarding.tsx'
import { WaitingList } from './WaitingList.tsx'

/** All of them are available. Email verification is a part of sign-up and has no screen of its own. */
const comingSoon = [
  { text: 'chat widget customization', to: paths.projects },
  { text: 'user management', to: paths.users },
  { text: 'analytics dashboard', to: paths.reports },
  { text: 'email verification' },
  { text: 'API integration tools', to: paths.apiKeys },
]

export function Dashboard() {
  const user = useUser()
  const isFirstVisit = useIsFirstVisit()
  const isPhone = useMediaQuery(phoneQuery)
  return (
    <div className="page flex flex-col gap-4 lg:gap-6">
      <PageTitle title="Dashboard" className="wrap-anywhere">
        {isFirstVisit ? 'Welcome' : 'Welcome back'}, {user?.name}
      </PageTitle>
      {isPhone && <Onboarding />}
      <TodayTiles />
      <Facts />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          {!isPhone && <Onboarding />}
          <Card>
            <WaitingList />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <CompanyDetails />
          <Card>
            <h2 className="text-title">Coming Soon</h2>
            <ul className="mt-2 divide-y divide-line">
              {comingSoon.map((line) => (
                <ComingSoonLine key={line.text} {...line} />
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </div>
  )
}

function Facts() {
  const user = useUser()
  const company = useCompany()
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:gap-6">
      <Fact label="Company" className="max-sm:col-span-2">
        {company?.name}
      </Fact>
      <Fact label="Role">{user?.role ?? 'Agent'}</Fact>
      <Fact label="Status">
        <span className="flex items-center gap-2 text-ok">
          <span aria-hidden className="size-2 rounded-pill bg-ok-solid" />
          Active
        </span>
      </Fact>
    </div>
  )
}

function CompanyDetails() {
  const company = useCompany()
  return (
    <Card>
      <h2 className="text-title">Company details</h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-1 text-body">
        <Row label="Name">{company?.name}</Row>
        <Row label="Public key">
          <span className="flex min-w-0 items-center gap-1">
            <code className="truncate">{company?.publicKey}</code>
            <CopyIcon text={company?.publicKey ?? ''} label="Copy public key" />
          </span>
        </Row>
        {company?.domain && <Row label="Domain">{company.domain}</Row>}
      </dl>
    </Card>
  )
}

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <Card className={className}>
      <p className="text-ink-2">{label}</p>
      <p className="mt-1 truncate text-title">{children}</p>
    </Card>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="flex min-h-8 min-w-0 items-center wrap-anywhere">{children}</dd>
    </>
  )
}

function ComingSoonLine({ text, to }: { text: string; to?: string }) {
  return (
    <li className="flex min-h-11 items-center gap-3">
      <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="text-ok" />
      {to ? (
        <Link to={to} className="min-w-0 flex-1 text-accent-text hover:underline">
          {text}
        </Link>
      ) : (
        <span className="min-w-0 flex-1 text-ink-2">{text}</span>
      )}
      <Badge tone="ok">Available</Badge>
    </li>
  )
}
