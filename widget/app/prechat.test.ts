import type { PreChatField } from '@aichat/contracts/widget'
import { expect, test } from 'vitest'
import { formFields, problemWith } from './prechat.ts'
import { words } from './words.ts'

const field = (key: PreChatField['key'], label: string): PreChatField => ({ key, label, required: true })
const names = (fields: PreChatField[]) => formFields(fields).map((one) => one.name)

test('known keys go under their key, custom fields under their label', () => {
  expect(names([field('name', 'Your Name'), field('custom', 'Order number')])).toEqual([
    'name',
    'Order number',
  ])
})

test('a repeated key hides nothing', () => {
  expect(names([field('email', 'Work'), field('email', 'Home'), field('email', 'Home')])).toEqual([
    'email',
    'Home',
    'Home 2',
  ])
  expect(names([field('custom', 'name'), field('name', '')])).toEqual(['name', 'Your Name'])
  expect(new Set(names(Array(10).fill(field('custom', 'x'.repeat(60))))).size).toBe(10)
})

test('a form without fields still asks for something', () => {
  expect(names([])).toEqual(['name', 'email', 'phone'])
})

test('values are checked', () => {
  const [email] = formFields([field('email', '')])
  expect(problemWith(email!, '')).toBe('Please fill this in')
  expect(problemWith(email!, 'nobody')).toBe('Please enter a valid email address')
  expect(problemWith(email!, 'amira@acme.example')).toBeNull()
})

test('a label that was left as it was is in the words of the visitor', () => {
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
