import { isDate } from '@aichat/contracts/kit/dates'
import { useState } from 'react'
import { type Period, toDay } from '../../kit/days.ts'
import { useCompany } from '../../kit/http/auth-storage.ts'
import { useMinute } from '../../kit/minute.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { findPeriodError } from './report-filter.ts'

type Errors = { from?: string; to?: string }

/** The first and last day of a period, which changes when the form is submitted. */
export function CustomPeriod({ from, to, onChange }: Period & { onChange: (period: Period) => void }) {
  const [fields, setFields] = useState({ from, to })
  const [shown, setShown] = useState({ from, to })
  const [errors, setErrors] = useState<Errors>({})
  const today = toDay(useMinute(), useCompany()?.timeZone ?? 'UTC')
  if (shown.from !== from || shown.to !== to) {
    setShown({ from, to })
    setFields({ from, to })
    setErrors({})
  }
  function apply() {
    const found = findErrors(fields, today)
    setErrors(found)
    if (!found.from && !found.to) onChange(fields)
  }
  const current = errors.from || errors.to ? errors : findErrors({ from, to }, today)
  const field = (name: keyof Period, label: string) => (
    <div className="w-42 max-md:flex-[1_1_8rem]">
      <TextInput
        label={label}
        type="date"
        max={today}
        value={fields[name]}
        error={current[name]}
        onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
      />
    </div>
  )
  return (
    <Form
      aria-label="Custom period"
      hasInitialFocus={false}
      onSubmit={apply}
      className="flex flex-wrap items-start gap-2"
    >
      {field('from', 'From')}
      {field('to', 'To')}
      <Button type="submit" className="md:mt-6.5">
        Apply
      </Button>
    </Form>
  )
}

function findErrors({ from, to }: Period, today: string): Errors {
  if (!isDate(from)) return { from: 'Choose a day' }
  if (!isDate(to)) return { to: 'Choose a day' }
  if (to > today) return { to: 'Choose today or an earlier day' }
  const error = findPeriodError({ from, to })
  return error ? { from: error } : {}
}
