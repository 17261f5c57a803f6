import type { PreChatField } from '@aichat/contracts/widget'
import { words } from './words.ts'

/** A field of the form, and the name under which its value is sent. */
export type FormField = {
  name: string
  label: string
  type: string
  autoComplete: string
  isRequired: boolean
}

const inputs: Partial<Record<string, { type: string; autoComplete: string }>> = {
  name: { type: 'text', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
}

/** An agent may ask although no form was made; the server then takes these. */
const usual: PreChatField[] = [
  { key: 'name', label: '', required: false },
  { key: 'email', label: '', required: false },
  { key: 'phone', label: '', required: false },
]

const defaultLabels: Partial<Record<string, string>> = {
  name: 'Your Name',
  email: 'Email Address',
  phone: 'Phone Number',
}

/** The same key may be there several times; no value may hide another. */
export function formFields(fields: readonly PreChatField[]): FormField[] {
  const used = new Set<string>()
  return (fields.length > 0 ? fields : usual).map((field) => {
    const own = field.label.trim()
    // What stands there by default is said in the visitor's language.
    const label = own && own !== defaultLabels[field.key] ? own : usualLabel(field.key)
    const wanted = field.key === 'custom' ? own || 'custom' : used.has(field.key) ? own || label : field.key
    let name = wanted
    for (let count = 2; used.has(name); count++) name = `${wanted.slice(0, 56)} ${count}`
    used.add(name)
    const input = inputs[field.key] ?? { type: 'text', autoComplete: 'off' }
    return { name, label, ...input, isRequired: field.required }
  })
}

function usualLabel(key: string): string {
  if (key === 'name') return words.fieldName
  if (key === 'email') return words.fieldEmail
  return key === 'phone' ? words.fieldPhone : words.fieldCustom
}

/** The sentence for a value that will not do, or null. */
export function problemWith({ type, isRequired }: FormField, value: string): string | null {
  if (!value) return isRequired ? words.required : null
  if (type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return words.badEmail
  return null
}
