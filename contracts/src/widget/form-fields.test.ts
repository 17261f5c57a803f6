import { expect, test } from 'vitest'
import { isProvided, nameFields } from './form-fields.ts'
import type { PreChatField } from './widget.ts'

const field = (key: PreChatField['key'], label: string): PreChatField => ({ key, label, required: true })
const names = (fields: PreChatField[]) => nameFields(fields).map(({ name }) => name)

test('fields are named by their kind, custom fields by their label', () => {
  expect(names([field('name', 'Your Name'), field('custom', 'Order number')])).toEqual([
    'name',
    'Order number',
  ])
  expect(names([])).toEqual(['name', 'email', 'phone'])
})

test('fields of the same kind have different names', () => {
  const emails = [field('email', 'Work'), field('email', 'Home'), field('email', 'Home'), field('email', '')]
  expect(names(emails)).toEqual(['email', 'Home', 'Home 2', 'email 2'])
  expect(names([field('custom', 'name'), field('name', '')])).toEqual(['name', 'name 2'])
  expect(new Set(names(Array(10).fill(field('custom', 'x'.repeat(60))))).size).toBe(10)
})

test('only the first field of a kind is provided by the contact details', () => {
  const fields = nameFields([
    field('name', ''),
    field('name', 'Last name'),
    field('phone', ''),
    field('custom', 'email'),
  ])
  const contact = { name: 'Zoë', email: 'zoe@example.com', phone: null }
  expect(fields.map((one) => isProvided(one, contact))).toEqual([true, false, false, false])
  // A custom field may be called like a kind, and is then no detail of the visitor.
  const renamed = nameFields([field('custom', 'name'), field('name', '')])
  expect(renamed.map((one) => isProvided(one, contact))).toEqual([false, false])
})
