import type { PreChatField } from '@aichat/contracts/widget/widget'
import { expect, test } from 'vitest'
import { words } from '../kit/words.ts'
import { listFormFields, validateField } from './prechat.ts'

const field = (key: PreChatField['key'], label: string): PreChatField => ({ key, label, required: true })
const required = { isRequired: true, contact: {} }
const names = (fields: PreChatField[], options: Parameters<typeof listFormFields>[1]) =>
  listFormFields(fields, options).map(({ name }) => name)

test('a required form without configured fields asks for the address to reply to', () => {
  expect(names([], required)).toEqual(['name', 'email', 'phone'])
  const isRequired = (options: typeof required) => listFormFields([], options).map((one) => one.isRequired)
  expect(isRequired(required)).toEqual([false, true, false])
  expect(isRequired({ ...required, isRequired: false })).toEqual([false, false, false])
})

test('a form that an agent has requested leaves out what the visitor has provided', () => {
  const fields = [field('name', ''), field('email', ''), field('custom', 'Order number')]
  const contact = { name: 'Zoë', email: 'zoe@example.com' }
  expect(names(fields, { isRequired: false, contact })).toEqual(['Order number'])
  expect(names(fields, { isRequired: true, contact })).toEqual(['name', 'email', 'Order number'])
  expect(names([], { isRequired: false, contact })).toEqual(['phone'])
  expect(names(fields.slice(0, 2), { isRequired: false, contact })).toEqual(['name', 'email'])
})

test('validates values', () => {
  const [email] = listFormFields([field('email', '')], required)
  expect(validateField(email!, '')).toBe('Please fill in this field')
  expect(validateField(email!, 'not an address')).toBe('Please enter a valid email address')
  expect(validateField(email!, 'amira@acme.example')).toBeNull()
})

test('translates default labels', () => {
  const german = { fieldName: 'Ihr Name' }
  const english = { ...words }
  Object.assign(words, german)
  const fields = [field('name', 'Your Name'), field('name', 'Full name')]
  const labels = listFormFields(fields, required).map(({ name, label }) => [name, label])
  Object.assign(words, english)
  expect(labels).toEqual([
    ['name', 'Ihr Name'],
    ['Full name', 'Full name'],
  ])
})
