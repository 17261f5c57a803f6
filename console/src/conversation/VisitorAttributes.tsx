import type { VisitorAttributes as Attributes } from '@aichat/contracts/chat/sessions'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Fact } from '../ui/Fact.tsx'
import { toAttributeValue } from './attribute-value.ts'

/** What the website states about its visitor. */
export function VisitorAttributes({ attributes = {} }: { attributes: Attributes | undefined }) {
  const entries = Object.entries(attributes).sort(([one], [other]) => one.localeCompare(other))
  if (entries.length === 0) return null
  return (
    <section>
      <h4 className="mb-2 font-strong text-ink-2">Attributes</h4>
      <dl className="flex flex-col gap-2">
        {entries.map(([name, value]) => (
          <Fact key={name} name={name}>
            <Value value={value} />
          </Fact>
        ))}
      </dl>
    </section>
  )
}

function Value({ value }: { value: Attributes[string] }) {
  const { kind, text } = toAttributeValue(value)
  if (kind === 'link') return <ExternalLink href={text}>{text}</ExternalLink>
  return (
    <span dir="auto" className={kind === 'number' ? 'tabular-nums' : undefined}>
      {text}
    </span>
  )
}
