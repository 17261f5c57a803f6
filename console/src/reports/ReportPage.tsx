import type { Label } from '@aichat/contracts/chat/labels'
import type { Project } from '@aichat/contracts/company/projects'
import type { ReportHeader, ReportName } from '@aichat/contracts/company/reports'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { PageTitle } from '../ui/PageTitle.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { PeriodCaption } from './filter/PeriodCaption.tsx'
import { ReportFilters } from './filter/ReportFilters.tsx'
import { type ReportFilter, reportPath } from './filter/report-filter.ts'

const pages: readonly { name: ReportName; label: string }[] = [
  { name: 'overview', label: 'Overview' },
  { name: 'ai', label: 'AI' },
  { name: 'gaps', label: 'Gaps' },
  { name: 'team', label: 'Team' },
  { name: 'sources', label: 'Sources' },
]

type Props = {
  name: ReportName
  filter: ReportFilter
  projects: readonly Project[]
  /** Of the report, once it is loaded. */
  languages: ReportHeader['languages'] | undefined
  labels: readonly Label[]
  /** Whether the report has numbers of the period before. */
  isCompared: boolean
  onChangeFilter: (filter: ReportFilter) => void
  children: ReactNode
}

/** A page of the reports: its title, links to the other ones with the same filter, and the filter. */
export function ReportPage(props: Props) {
  const { name, filter, projects, languages = [], labels, isCompared, onChangeFilter, children } = props
  const label = pages.find((page) => page.name === name)?.label
  return (
    <div className="page flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <PageTitle title={name === 'overview' ? 'Reports' : `${label} · Reports`}>
          Reports<span className="not-print:sr-only">: {label}</span>
        </PageTitle>
        <div className="print:hidden">
          <ExportMenu name={name} filter={filter} />
        </div>
      </div>
      <nav
        aria-label="Reports"
        className="-mx-2 -mt-2 flex overflow-x-auto border-b [scrollbar-width:none] print:hidden"
      >
        {pages.map((page) => (
          <NavLink
            key={page.name}
            end
            to={reportPath(filter, page.name)}
            className="-mb-px flex min-h-10 shrink-0 items-center border-b-2 border-transparent px-2 font-strong whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-accent-text touch:min-h-11"
          >
            {page.label}
          </NavLink>
        ))}
      </nav>
      <ReportFilters
        filter={filter}
        projects={projects}
        languages={languages}
        labels={labels}
        onChange={onChangeFilter}
      />
      <PeriodCaption filter={filter} projects={projects} labels={labels} hasFilters isCompared={isCompared} />
      {children}
    </div>
  )
}
