import { outcomeDays, type ReplyOutcomes } from '@aichat/contracts/ai/answer-tests'

/** How the AI replied lately, and which hand-overs are not in the list of unanswered questions. */
export function OutcomeSummary({ outcomes }: { outcomes: ReplyOutcomes }) {
  const { answered, suggested, handedOver, handedOverAnyway } = outcomes
  if (answered + suggested + handedOver === 0) return null
  const anyway = [
    [handedOverAnyway.askedForPerson, 'asked for a person'],
    [handedOverAnyway.budget, 'over the daily reply limit'],
    [handedOverAnyway.turnCap, 'after too many AI replies within an hour'],
    [handedOverAnyway.failed, 'after an error'],
  ].filter(([count]) => count !== 0)
  return (
    <div className="mt-3">
      <p className="text-ink-2">Last {outcomeDays} days</p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        <Figure label="Answered" value={answered} />
        <Figure label="Suggested pages" value={suggested} />
        <Figure label="Handed over" value={handedOver} />
      </dl>
      {anyway.length > 0 && (
        <p className="mt-1 text-ink-2">
          Not listed, because no knowledge is missing:{' '}
          {anyway.map(([count, reason]) => `${count} ${reason}`).join(', ')}.
        </p>
      )}
    </div>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-strong tabular-nums">{value}</dd>
    </div>
  )
}
