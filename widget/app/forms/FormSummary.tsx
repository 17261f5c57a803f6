import type { Message } from '@aichat/contracts/chat/messages'
import { getDefaultLabel } from './prechat.ts'

export type FormSummaryProps = { message: Message }

/** What the visitor has sent with a form. */
export function FormSummary({ message: { meta } }: FormSummaryProps) {
  return (
    <dl className="summary">
      {Object.entries(meta.fields ?? {}).map(([name, value]) => (
        <div key={name} dir="auto">
          <dt>{getDefaultLabel(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
