import { RadioCards } from './RadioCards.tsx'

type Props = { label: string; asksFirst: boolean; onChange: (asksFirst: boolean) => void }

const rules = [
  {
    value: 'live',
    label: 'Go live if tests pass',
    detail: 'New text is used in answers as soon as the answer tests pass.',
  },
  { value: 'ask', label: 'Ask me first', detail: 'New text waits until you publish.' },
] as const

/** What happens with the new text of pages that are read again. */
export function ChangeRuleField({ label, asksFirst, onChange }: Props) {
  return (
    <RadioCards
      label={label}
      value={asksFirst ? 'ask' : 'live'}
      cards={rules}
      onChange={(rule) => onChange(rule === 'ask')}
    />
  )
}
