import { blankFaq, type FaqFields } from '@aichat/contracts/ai/faq'
import { createFields, createSelectList, type Field } from '../kit/db/fields.ts'

const { column, readOnly } = createFields('f')

/** The editable fields. Their columns are also the content of an answer entry, which is published, held back and restored. */
export const editableFaqFields = {
  question: column<string>('question', 'text'),
  answer: column<string>('answer', 'text'),
} satisfies Record<keyof FaqFields, Field<unknown>>

export const faqFields = {
  id: column<string>('id', 'uuid'),
  ...editableFaqFields,
  order: column<number>('position', 'int'),
}

/** The select list of the editable fields in the content of the answer entry `a`, which omits columns that are false or null. */
export const entryFields = createSelectList(
  Object.fromEntries(
    Object.entries(editableFaqFields).map(([name, { written }]) => {
      const value = `(a.content->>'${written?.column}')::${written?.type}`
      return [name, readOnly(`coalesce(${value}, '${blankFaq[name as keyof FaqFields]}')`)]
    }),
  ),
)
