import type { Label } from '@aichat/contracts/chat/labels'
import type { Project } from '@aichat/contracts/company/projects'
import type { ReportHeader } from '@aichat/contracts/company/reports'
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

/** Stand for no filter in the selects. */
const all = 'all'

export function ReportFilters({ filter, projects, languages, labels, onChange }: Props) {
  const { projectId, language, labelId, ...period } = filter
  const projectOptions = projects.map(({ id, name }) => ({ value: id, label: name }))
  const labelOptions = labels.map(({ id, name }) => ({ value: id, label: name }))
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
          <div className="w-46 max-md:flex-[1_1_9rem]">
            <Select
              label="Project"
              isLabelHidden
              value={projectId ?? all}
              options={[{ value: all, label: 'All projects' }, ...projectOptions]}
              onChange={(id) => onChange({ ...filter, projectId: id === all ? undefined : id })}
            />
          </div>
        )}
        {(languageOptions.length > 1 || language !== undefined) && (
          <div className="w-40 max-md:flex-[1_1_9rem]">
            <Select
              label="Language"
              isLabelHidden
              value={language ?? all}
              options={[{ value: all, label: 'All languages' }, ...languageOptions]}
              onChange={(code) =>
                onChange({ ...period, projectId, language: code === all ? undefined : code })
              }
            />
          </div>
        )}
        {(labelOptions.length > 0 || labelId !== undefined) && (
          <div className="w-40 max-md:flex-[1_1_9rem]">
            <Select
              label="Label"
              isLabelHidden
              value={labelId ?? all}
              options={[{ value: all, label: 'All labels' }, ...labelOptions]}
              onChange={(id) => onChange({ ...period, projectId, labelId: id === all ? undefined : id })}
            />
          </div>
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

/** A custom period begins as the one that was shown before. */
function toPeriod(name: PeriodName, { from, to }: ReportFilter): Partial<ReportFilter> {
  return name === 'custom' ? { period: name, from, to } : { period: name }
}
