import type { VisitorAttributes } from '@aichat/contracts/chat/sessions'
import { formatDateTime } from '../kit/format/format.ts'

export type AttributeValue = { kind: 'number' | 'boolean' | 'date' | 'link' | 'text'; text: string }

const isoDate = /^\d{4}-\d{2}-\d{2}$/
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 })
// A date without a time is the same day everywhere.
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** How a value is shown. A website passes dates and links as text. */
export function toAttributeValue(value: VisitorAttributes[string]): AttributeValue {
  if (typeof value === 'number') return { kind: 'number', text: number.format(value) }
  if (typeof value === 'boolean') return { kind: 'boolean', text: value ? 'Yes' : 'No' }
  if (/^https?:\/\//i.test(value) && URL.canParse(value)) return { kind: 'link', text: value }
  if ((isoDate.test(value) || isoTime.test(value)) && !Number.isNaN(Date.parse(value)))
    return { kind: 'date', text: isoDate.test(value) ? date.format(new Date(value)) : formatDateTime(value) }
  return { kind: 'text', text: value }
}
