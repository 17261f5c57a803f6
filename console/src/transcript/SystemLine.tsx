import type { Message } from '@aichat/contracts/chat/messages'
import { formatDateTime, formatTime } from '../kit/format/format.ts'
import { hasReplyTrace } from './reply-trace/has-reply-trace.ts'
import { WhyButton } from './reply-trace/WhyButton.tsx'

const fieldOrder = ['name', 'email', 'phone']

export function SystemLine({ message }: { message: Message }) {
  if (message.meta.kind === 'prechat_summary') return <PreChatSummary message={message} />
  return (
    <div className="flex flex-col items-center">
      <Line text={message.text} createdAt={message.createdAt} />
      {hasReplyTrace(message) && <WhyButton message={message} />}
    </div>
  )
}

function Line({ text, createdAt }: Pick<Message, 'text' | 'createdAt'>) {
  return (
    <p className="px-6 text-center text-caption text-muted">
      <span className="sr-only">System: </span>
      {text} ·{' '}
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatTime(createdAt)}
      </time>
    </p>
  )
}

/** The fields that the visitor filled in: name, email and phone first. */
function PreChatSummary({ message }: { message: Message }) {
  const fields = Object.entries(message.meta.fields ?? {}).filter(([, value]) => value !== '')
  fields.sort(([one], [other]) => sortKey(one) - sortKey(other))
  return (
    <>
      <Line text="Form submitted" createdAt={message.createdAt} />
      <section
        aria-label="Pre-chat form"
        className="max-w-[86%] self-start rounded-card border bg-surface px-4 py-3 text-body"
      >
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {fields.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name.charAt(0).toUpperCase() + name.slice(1)}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

function sortKey(name: string) {
  const index = fieldOrder.indexOf(name)
  return index < 0 ? fieldOrder.length : index
}
