import type { Summary, SummaryExchange, SummaryReply } from '@aichat/contracts/chat/summaries'
import { handoverReasonLabels } from '../../sessions/handover-reasons.ts'
import { Fact } from '../../ui/Fact.tsx'

/** The text of the AI model or, without one, the questions with their replies. */
export function SummaryContent({ summary }: { summary: Summary }) {
  const { written, exchanges, earlierExchanges, form, handoverReason } = summary
  const fields = Object.entries(form).filter(([, value]) => value !== '')
  return (
    <div className="flex flex-col gap-1.5">
      {written ? (
        <p dir="auto" className="max-w-[72ch] whitespace-pre-line wrap-anywhere">
          {written.text}
        </p>
      ) : (
        <Exchanges exchanges={exchanges} earlier={earlierExchanges} />
      )}
      {(handoverReason || fields.length > 0) && (
        <dl className="flex flex-col gap-1">
          <Fact name="Handed over">{handoverReason && handoverReasonLabels[handoverReason].label}</Fact>
          {fields.map(([name, value]) => (
            <Fact key={name} name={name.charAt(0).toUpperCase() + name.slice(1)}>
              <span dir="auto">{value}</span>
            </Fact>
          ))}
        </dl>
      )}
    </div>
  )
}

type ExchangesProps = { exchanges: SummaryExchange[]; earlier: number }

function Exchanges({ exchanges, earlier }: ExchangesProps) {
  if (exchanges.length === 0) return <p className="text-muted">The visitor hasn't asked anything yet.</p>
  return (
    <>
      {earlier > 0 && (
        <p className="text-caption text-muted">
          {earlier === 1 ? '1 earlier question' : `${earlier} earlier questions`}
        </p>
      )}
      <ol className="flex flex-col gap-1.5">
        {exchanges.map(({ seq, question, replies }) => (
          <li key={seq} className="flex max-w-[72ch] flex-col">
            {question && (
              <p dir="auto" title={question} className="line-clamp-1 font-strong wrap-anywhere">
                {question}
              </p>
            )}
            {replies.map((reply) => (
              <Reply key={reply.seq} reply={reply} />
            ))}
            {replies.length === 0 && <p className="text-warn">No reply yet</p>}
          </li>
        ))}
      </ol>
    </>
  )
}

function Reply({ reply }: { reply: SummaryReply }) {
  const { kind, isAi, agentName, text, sources, helped } = reply
  const titles = sources.map(({ title }) => title).join(', ')
  const isSuggestion = kind === 'suggestions'
  return (
    <p title={text} className="line-clamp-2 text-ink-2 wrap-anywhere">
      <span className={isAi ? 'text-ai' : 'font-strong'}>{isAi ? 'AI' : (agentName ?? 'Team')}</span>{' '}
      {isSuggestion ? `suggested ${titles}` : <span dir="auto">{text}</span>}
      {isSuggestion && helped !== null && (helped ? ' · Helped' : " · Didn't help")}
      {!isSuggestion && titles && <span className="text-caption text-muted"> · {titles}</span>}
    </p>
  )
}
