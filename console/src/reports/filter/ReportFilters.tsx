import type { Label } from '@aichat/contracts/chat/labels'
import type { Project } from '@aichat/contracts/company/projects'
import type { ReportHeader } from '@aichat/contracts/company/reports'
import clsx from 'clsx'
import { formatLanguage } from '../../kit/format/format-language.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { CustomPeriod } from './CustomPeriod.tsx'
import { type PeriodName, periodLabels, type ReportFilter } from './report-filter.ts'

type Props = {
  filter: ReportFilter
  projects: readonly Project[]
  languages: ReportHeader['languages']
  labels: readonly Label[]
  onChange: (filter: ReportFilter) => void
}

const periods = (Object.keys(periodLabels) as PeriodName[]).map((value) => ({
  value,
  label: periodLabels[value],
}))

export function ReportFilters({ filter, projects, languages, labels, onChange }: Props) {
  const { projectId, language, labelId, ...period } = filter
  const known = new Set([
    ...languages.map((one) => one.language),
    ...(language === undefined ? [] : [language]),
  ])
  const languageOptions = [...known].map((code) => ({
    value: code,
    label: code ? formatLanguage(code) : 'Unknown',
  }))
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <fieldset aria-label="Filters" className="flex min-w-0 flex-wrap items-start gap-2">
        <div className="w-42 max-md:flex-[1_1_9rem]">
          <Select
            label="Period"
            isLabelHidden
            value={filter.period}
            options={periods}
            onChange={(name) => onChange({ ...filter, ...toPeriod(name, filter) })}
          />
        </div>
        {projects.length > 1 && (
          <FilterSelect
            label="Project"
            allLabel="All projects"
            className="w-46"
            value={projectId}
            options={projects.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => onChange({ ...filter, projectId: id })}
          />
        )}
        {(languageOptions.length > 1 || language !== undefined) && (
          <FilterSelect
            label="Language"
            allLabel="All languages"
            value={language}
            options={languageOptions}
            onChange={(code) => onChange({ ...period, projectId, language: code })}
          />
        )}
        {(labels.length > 0 || labelId !== undefined) && (
          <FilterSelect
            label="Label"
            allLabel="All labels"
            value={labelId}
            options={labels.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => onChange({ ...period, projectId, labelId: id })}
          />
        )}
      </fieldset>
      {filter.period === 'custom' && (
        <CustomPeriod
          from={filter.from}
          to={filter.to}
          onChange={(changed) => onChange({ ...filter, ...changed })}
        />
      )}
    </div>
  )
}

type FilterSelectProps = {
  label: string
  /** Of the option without a filter. */
  allLabel: string
  /** Undefined without a filter. */
  value: string | undefined
  options: { value: string; label: string }[]
  onChange: (value: string | undefined) => void
  className?: string
}

const all = 'all'

function FilterSelect({ label, allLabel, value, options, onChange, className = 'w-40' }: FilterSelectProps) {
  return (
    <div className={clsx(className, 'max-md:flex-[1_1_9rem]')}>
      <Select
        label={label}
        isLabelHidden
        value={value ?? all}
        options={[{ value: all, label: allLabel }, ...options]}
        onChange={(chosen) => onChange(chosen === all ? undefined : chosen)}
      />
    </div>
  )
}

/** A custom period begins as the one that was shown before. */
function toPeriod(name: PeriodName, { from, to }: ReportFilter): Partial<ReportFilter> {
  return name === 'custom' ? { period: name, from, to } : { period: name }
}
