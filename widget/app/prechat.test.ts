import type { PreChatField } from '@aichat/contracts/widget'
import { expect, test } from 'vitest'
import { formFields, problemWith } from './prechat.ts'

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
