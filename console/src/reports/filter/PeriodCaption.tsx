import type { Label } from '@aichat/contracts/chat/labels'
import type { Project } from '@aichat/contracts/company/projects'
import { addDays } from '@aichat/contracts/kit/dates'
import { countDays } from '../../kit/days.ts'
import { formatLanguage } from '../../kit/format/format-language.ts'
import { formatPeriod } from '../format-report.ts'
import { findPeriodError, type ReportFilter } from './report-filter.ts'

type Props = {
  filter: ReportFilter
  projects: readonly Project[]
  labels: readonly Label[]
  /** Whether the page shows the filters in another place, except on paper. */
  hasFilters?: boolean
  isCompared?: boolean
}

/** The days of a report, the project and the language or label. */
export function PeriodCaption({ filter, projects, labels, hasFilters = false, isCompared = false }: Props) {
  if (findPeriodError(filter)) return null
  const days = countDays(filter)
  const before = { from: addDays(filter.from, -days), to: addDays(filter.from, -1) }
  const project = projects.find(({ id }) => id === filter.projectId)?.name
  const label = labels.find(({ id }) => id === filter.labelId)?.name
  const names = [project, getLanguageName(filter.language), label].filter(Boolean).join(' · ')
  return (
    <p className="text-caption text-muted">
      {formatPeriod(filter, { year: 'numeric' })}
      {names && <span className={hasFilters ? 'not-print:hidden' : undefined}> · {names}</span>}
      {isCompared && days > 1 && <> · compared with {formatPeriod(before, { year: 'numeric' })}</>}
    </p>
  )
}

function getLanguageName(language: string | undefined): string | undefined {
  return language === '' ? 'Unknown language' : language && formatLanguage(language)
}
