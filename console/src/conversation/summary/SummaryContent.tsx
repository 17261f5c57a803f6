import type { Summary, SummaryExchange, SummaryReply } from '@aichat/contracts/chat/summaries'
import { handoverReasonLabels } from '../../sessions/handover-reasons.ts'
import { Fact } from '../../ui/Fact.tsx'

/** The text of the AI model or, without one, the questions with their replies. */
export function SummaryContent({ summary }: { summary: Summary }) {
  const { written, exchanges, omittedExchanges, form, handoverReason } = summary
  const fields = Object.entries(form).filter(([, value]) => value !== '')
  return (
    <div className="flex flex-col gap-1.5">
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
      {written ? (
        <p dir="auto" className="max-w-[72ch] whitespace-pre-line wrap-anywhere">
          {written.text}
        </p>
      ) : (
        <Exchanges exchanges={exchanges} omitted={omittedExchanges} />
      )}
    </div>
  )
}

type ExchangesProps = { exchanges: SummaryExchange[]; omitted: number }

/** The first exchange, how many are left out, and the newest ones. */
function Exchanges({ exchanges: [first, ...newest], omitted }: ExchangesProps) {
  if (!first) return <p className="text-muted">The visitor hasn't asked anything yet.</p>
  return (
    <ol className="flex max-w-[72ch] flex-col gap-1.5">
      <Exchange exchange={first} />
      {omitted > 0 && (
        <li className="text-caption text-muted">
          {omitted === 1 ? '1 more question' : `${omitted} more questions`}
        </li>
      )}
      {newest.map((exchange) => (
        <Exchange key={exchange.seq} exchange={exchange} />
      ))}
    </ol>
  )
}

function Exchange({ exchange: { questions, replies } }: { exchange: SummaryExchange }) {
  return (
    <li>
      {questions.map((question, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have the same text
        <p key={index} dir="auto" className="line-clamp-1 font-strong wrap-anywhere">
          {question}
        </p>
      ))}
      {replies.map((reply) => (
        <Reply key={reply.seq} reply={reply} />
      ))}
      {replies.length === 0 && <p className="text-warn">No reply yet</p>}
    </li>
  )
}

function Reply({ reply }: { reply: SummaryReply }) {
  const { kind, isAi, agentName, text, sources, helped } = reply
  const titles = sources.map(({ title }) => title).join(', ')
  const isSuggestion = kind === 'suggestions'
  return (
    <>
      <p className="line-clamp-2 text-ink-2 wrap-anywhere">
        <span className={isAi ? 'text-ai' : 'font-strong'}>{isAi ? 'AI' : (agentName ?? 'Team')}</span>{' '}
        {isSuggestion ? `suggested ${titles}` : <span dir="auto">{text}</span>}
        {isSuggestion && helped !== null && (helped ? ' · Helped' : " · Didn't help")}
      </p>
      {/* A line of its own, because a long reply is cut. */}
      {!isSuggestion && titles && <p className="truncate text-caption text-muted">From {titles}</p>}
    </>
  )
}
