import { ShieldAlert } from 'lucide-react'
import { useId } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { phoneQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'
import { useDenial } from '../kit/permissions.ts'
import { type SettingsSection, settingsSections } from '../shell/settings-sections.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The settings: a list of sections, and the section of the path. */
export function Settings() {
  const { pathname } = useLocation()
  const section = settingsSections.find(({ to }) => to === pathname)
  const headingId = useId()
  if (!section) return <Outlet />
  return (
    <div className="page">
      <PageTitle title={`${section.label} · Settings`} className="mb-4">
        Settings
      </PageTitle>
      <div className="flex flex-col gap-5 md:flex-row md:gap-8">
        <SectionList current={section} />
        <section aria-labelledby={headingId} className="min-w-0 flex-1">
          <h2 id={headingId} className="mb-3 text-title max-md:sr-only">
            {section.label}
          </h2>
          <SectionPanel section={section} />
        </section>
      </div>
    </div>
  )
}

/** A list beside the section; on phones a select above it. */
function SectionList({ current }: { current: SettingsSection }) {
  const navigate = useNavigate()
  if (useMediaQuery(phoneQuery)) {
    const options = settingsSections.map(({ to, label }) => ({ value: to, label }))
    return <Select label="Section" value={current.to} options={options} onChange={(to) => navigate(to)} />
  }
  return (
    <nav aria-label="Settings" className="w-44 shrink-0">
      <ul className="flex flex-col gap-0.5">
        {settingsSections.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === current.to ? 'page' : undefined}
              className="flex h-9 items-center rounded-control px-3 text-body text-ink-2 hover:bg-hover aria-[current]:bg-selected aria-[current]:font-strong aria-[current]:text-accent-text touch:h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SectionPanel({ section: { permission } }: { section: SettingsSection }) {
  const denial = useDenial(permission)
  if (!denial) return <Outlet />
  return (
    <EmptyState icon={ShieldAlert} title="Only Owners and Admins can open this page">
      Ask an Owner or Admin of your company.
    </EmptyState>
  )
}
