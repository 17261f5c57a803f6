import { blankFaq, type FaqFields } from '@aichat/contracts/ai/faq'
import part from 'sql-template-tag'
import { createFields, type Field } from '../kit/db/fields.ts'

const { column } = createFields('f')

/**
 * What people edit. These columns are the content of an answer entry too: they are published with the answers and restored with a
 * release.
 */
export const faqContentFields = {
  question: column<string>('question', 'text'),
  answer: column<string>('answer', 'text'),
} satisfies Record<keyof FaqFields, Field<unknown>>

export const faqFields = {
  id: column<string>('id', 'uuid'),
  ...faqContentFields,
  order: column<number>('position', 'int'),
}

const blankColumns = JSON.stringify(
  Object.fromEntries(
    Object.entries(faqContentFields).map(([name, { written }]) => [
      written?.column,
      blankFaq[name as keyof FaqFields],
    ]),
  ),
)

/** The content of the answer entry `a` as a row `f` of FAQs. An entry has no columns that are false or null. */
export const entryContent = part`jsonb_populate_record(null::faqs, ${blankColumns}::jsonb || a.content) f`
