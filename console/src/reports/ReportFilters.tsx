import type { Project } from '@aichat/contracts/company/projects'
import type { ReportOverview } from '@aichat/contracts/company/reports'
import { isDate } from '@aichat/contracts/kit/dates'
import { type FormEvent, useState } from 'react'
import { toDay } from '../kit/days.ts'
import { formatLanguage } from '../kit/format/format-language.ts'
import { useCompany } from '../kit/http/auth-storage.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { findPeriodError, type PeriodName, periodLabels, type ReportFilter } from './report-filter.ts'

type Props = {
  filter: ReportFilter
  projects: readonly Project[]
  languages: ReportOverview['languages']
  onChange: (filter: ReportFilter) => void
}

const periods = (Object.keys(periodLabels) as PeriodName[]).map((value) => ({
  value,
  label: periodLabels[value],
}))

/** Stand for no filter in the selects. */
const all = 'all'

export function ReportFilters({ filter, projects, languages, onChange }: Props) {
  const { projectId, language, ...period } = filter
  const projectOptions = projects.map(({ id, name }) => ({ value: id, label: name }))
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
              onChange={(id) => onChange({ ...period, language, projectId: id === all ? undefined : id })}
            />
          </div>
        )}
        {languageOptions.length > 1 && (
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
      </fieldset>
      {filter.period === 'custom' && <CustomPeriod filter={filter} onChange={onChange} />}
    </div>
  )
}

/** A custom period begins as the one that was shown before. */
function toPeriod(name: PeriodName, { from, to }: ReportFilter): Partial<ReportFilter> {
  return name === 'custom' ? { period: name, from, to } : { period: name }
}

function CustomPeriod({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const [error, setError] = useState<string>()
  const { from, to } = filter
  const today = toDay(Date.now(), useCompany()?.timeZone ?? 'UTC')
  function apply(event: FormEvent) {
    const data = new FormData(event.currentTarget as HTMLFormElement)
    const period = { from: String(data.get('from')), to: String(data.get('to')) }
    const isComplete = isDate(period.from) && isDate(period.to)
    const found = isComplete ? findPeriodError(period) : 'Choose both days'
    setError(found ?? undefined)
    if (!found) onChange({ ...filter, ...period })
  }
  return (
    <Form
      key={`${from} ${to}`}
      aria-label="Custom period"
      hasInitialFocus={false}
      onSubmit={apply}
      className="flex flex-wrap items-start gap-2"
    >
      <div className="w-42 max-md:flex-1">
        <TextInput
          label="From"
          name="from"
          type="date"
          defaultValue={from}
          max={today}
          error={error ?? findPeriodError(filter) ?? undefined}
        />
      </div>
      <div className="w-42 max-md:flex-1">
        <TextInput label="To" name="to" type="date" defaultValue={to} max={today} />
      </div>
      <Button type="submit" className="mt-6.5">
        Apply
      </Button>
    </Form>
  )
}
