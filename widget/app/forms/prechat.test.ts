import type { PreChatField } from '@aichat/contracts/widget/widget'
import { expect, test } from 'vitest'
import { words } from '../kit/words.ts'
import { formFields, validateField } from './prechat.ts'

const field = (key: PreChatField['key'], label: string): PreChatField => ({ key, label, required: true })
const names = (fields: PreChatField[]) => formFields(fields).map((one) => one.name)

test('names known fields by their key and custom fields by their label', () => {
  expect(names([field('name', 'Your Name'), field('custom', 'Order number')])).toEqual([
    'name',
    'Order number',
  ])
})

test('gives repeated keys different names', () => {
  expect(names([field('email', 'Work'), field('email', 'Home'), field('email', 'Home')])).toEqual([
    'email',
    'Home',
    'Home 2',
  ])
  expect(names([field('custom', 'name'), field('name', '')])).toEqual(['name', 'Your Name'])
  expect(new Set(names(Array(10).fill(field('custom', 'x'.repeat(60))))).size).toBe(10)
})

test('uses default fields if none are configured', () => {
  expect(names([])).toEqual(['name', 'email', 'phone'])
  const required = (isRequired: boolean) => formFields([], isRequired).filter((one) => one.isRequired)
  expect(required(false)).toEqual([])
  // An answer to a message outside business hours needs an address.
  expect(required(true).map(({ name }) => name)).toEqual(['email'])
})

test('validates values', () => {
  const [email] = formFields([field('email', '')])
  expect(validateField(email!, '')).toBe('Please fill in this field')
  expect(validateField(email!, 'not an address')).toBe('Please enter a valid email address')
  expect(validateField(email!, 'amira@acme.example')).toBeNull()
})

test('translates default labels', () => {
  const german = { fieldName: 'Ihr Name' }
  const english = { ...words }
  Object.assign(words, german)
  const labels = formFields([
    { key: 'name', label: 'Your Name', required: true },
    { key: 'name', label: 'Full name', required: false },
  ]).map(({ name, label }) => [name, label])
  Object.assign(words, english)
  expect(labels).toEqual([
    ['name', 'Ihr Name'],
    ['Full name', 'Full name'],
  ])
})
