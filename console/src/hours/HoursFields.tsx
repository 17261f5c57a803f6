import {
  type BusinessHours,
  hoursLimits,
  type OutsideHoursMode,
  weekdays,
} from '@aichat/contracts/company/hours'
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../ui/Button.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { TimeZoneSelect } from '../ui/forms/TimeZoneSelect.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import {
  type DraftErrors,
  type DraftException,
  fromDraft,
  type HoursDraft,
  listNextDays,
} from './hours-draft.ts'

const modes: { value: OutsideHoursMode; label: string; detail: string }[] = [
  { value: 'ai', label: 'AI', detail: 'The AI assistant answers as usual.' },
  {
    value: 'ai_email',
    label: 'AI and email',
    detail: 'Visitors who wait for your team can leave an email address.',
  },
  {
    value: 'form',
    label: 'Form',
    detail: 'New visitors leave their details first. The AI assistant does not answer.',
  },
  {
    value: 'hide',
    label: 'Hide chat',
    detail: 'Hides the chat button from new visitors. Visitors with an open conversation keep theirs.',
  },
]

const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

type Props = { draft: HoursDraft; errors: DraftErrors; onChange: (part: Partial<HoursDraft>) => void }

export function HoursFields({ draft, errors, onChange }: Props) {
  return (
    <>
      <TimeZoneSelect value={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
      <WeekFields draft={draft} errors={errors} onChange={onChange} />
      <ExceptionFields
        exceptions={draft.exceptions}
        errors={errors}
        onChange={(exceptions) => onChange({ exceptions })}
      />
      <RadioCards
        label="Outside business hours"
        value={draft.outsideHours}
        cards={modes}
        columns={2}
        onChange={(outsideHours) => onChange({ outsideHours })}
      />
      <NextDays hours={fromDraft(draft)} />
    </>
  )
}

function WeekFields({ draft: { week }, errors, onChange }: Props) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-title">Week</legend>
      <p className="text-muted">
        Like 9:00–12:00, 13:00–17:00. Hours may end on the next day (22:00–2:00). Leave empty for closed.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {weekdays.map((day) => (
          <TextInput
            key={day}
            label={day[0]?.toUpperCase() + day.slice(1)}
            placeholder="Closed"
            autoComplete="off"
            value={week[day]}
            error={errors.get(day)}
            onChange={(event) => onChange({ week: { ...week, [day]: event.target.value } })}
          />
        ))}
      </div>
    </fieldset>
  )
}

type ExceptionProps = {
  exceptions: DraftException[]
  errors: DraftErrors
  onChange: (exceptions: DraftException[]) => void
}

/** Holidays, and days with other hours. */
function ExceptionFields({ exceptions, errors, onChange }: ExceptionProps) {
  const add = () => {
    const id = Math.max(-1, ...exceptions.map((one) => one.id)) + 1
    onChange([...exceptions, { id, date: '', name: '', hours: '' }])
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-title">Exceptions</legend>
      {exceptions.map((exception) => {
        const field = (name: 'date' | 'name' | 'hours') => ({
          autoComplete: 'off',
          value: exception[name],
          error: errors.get(`${exception.id} ${name}`),
          onChange: ({ target }: { target: HTMLInputElement }) =>
            onChange(exceptions.map((one) => (one === exception ? { ...one, [name]: target.value } : one))),
        })
        return (
          <div
            key={exception.id}
            className="grid items-start gap-2 max-sm:border-b max-sm:pb-3 sm:grid-cols-[9.5rem_1fr_1fr_auto]"
          >
            <TextInput label="Date" type="date" isRequired {...field('date')} />
            <TextInput
              label="Name"
              placeholder="Christmas Day"
              isRequired
              maxLength={hoursLimits.exceptionName}
              {...field('name')}
            />
            <TextInput label="Hours" placeholder="Closed" {...field('hours')} />
            <IconButton
              label={`Remove ${exception.name || 'exception'}`}
              tone="danger"
              className="sm:mt-6.5"
              onPress={() => onChange(exceptions.filter((one) => one !== exception))}
            >
              <Trash2 aria-hidden strokeWidth={1.75} />
            </IconButton>
          </div>
        )
      })}
      {exceptions.length < hoursLimits.exceptions && (
        <Button icon={<Plus aria-hidden size={16} />} onPress={add} className="self-start">
          Add exception
        </Button>
      )}
    </fieldset>
  )
}

/** The next week as visitors will see it, with changes that are not saved yet. */
function NextDays({ hours }: { hours: BusinessHours }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-title">
        Next 7 days
      </h3>
      <dl className="mt-2 divide-y border-y text-body">
        {listNextDays(hours, new Date()).map(({ date, hours: line, name }, index) => (
          <div key={date} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt className="font-strong">{index === 0 ? 'Today' : dayFormat.format(new Date(date))}</dt>
            <dd className={line === 'Closed' ? 'text-muted' : 'tabular-nums'}>
              {name && <span className="text-ink-2">{name}: </span>}
              {line}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
