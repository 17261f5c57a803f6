import type { PublicConfig } from '@aichat/contracts/visitors'
import { RichText } from './RichText.tsx'
import { words } from './words.ts'

export function Faqs({ faqs }: { faqs: PublicConfig['faqs'] }) {
  if (faqs.length === 0) return null
  return (
    <section className="faqs" aria-label={words.questions}>
      <h2>{words.questions}</h2>
      {faqs.map((faq) => (
        <details key={faq.id}>
          <summary dir="auto">{faq.question}</summary>
          <RichText text={faq.answer} />
        </details>
      ))}
    </section>
  )
}
