import type { PublicFaq } from '@aichat/contracts/ai/faq'
import { useState } from 'react'
import { RichText } from '../kit/RichText.tsx'
import { words } from '../kit/words.ts'

const minFaqsForSearch = 6

export type FaqsProps = { faqs: PublicFaq[] }

export function Faqs({ faqs }: FaqsProps) {
  const [search, setSearch] = useState('')
  const terms = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = faqs.filter(({ question, answer }) => {
    const text = `${question} ${answer}`.toLocaleLowerCase()
    return terms.every((word) => text.includes(word))
  })
  return (
    <section className="faqs" aria-label={words.questions}>
      <h2>{words.questions}</h2>
      {faqs.length >= minFaqsForSearch && (
        <input
          type="search"
          dir={search ? 'auto' : undefined}
          aria-label={words.searchQuestions}
          placeholder={words.searchQuestions}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.map((faq) => (
        <details key={faq.id}>
          <summary dir="auto">{faq.question}</summary>
          <RichText text={faq.answer} />
        </details>
      ))}
      {found.length === 0 && <p className="none">{words.noQuestions}</p>}
    </section>
  )
}
