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

/** The same key may be there several times; no value may hide another. */
export function formFields(fields: readonly PreChatField[]): FormField[] {
  const used = new Set<string>()
  return (fields.length > 0 ? fields : usual).map((field) => {
    const label = field.label.trim() || words.fields[field.key] || words.fields.custom
    const wanted =
      field.key === 'custom' ? field.label.trim() || 'custom' : used.has(field.key) ? label : field.key
    let name = wanted
    for (let count = 2; used.has(name); count++) name = `${wanted.slice(0, 56)} ${count}`
    used.add(name)
    const input = inputs[field.key] ?? { type: 'text', autoComplete: 'off' }
    return { name, label, ...input, isRequired: field.required }
  })
}

/** The sentence for a value that will not do, or null. */
export function problemWith({ type, isRequired }: FormField, value: string): string | null {
  if (!value) return isRequired ? words.required : null
  if (type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return words.badEmail
  return null
}
