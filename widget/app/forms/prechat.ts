import type { PreChatField } from '@aichat/contracts/widget/widget'
import { words } from '../kit/words.ts'

/** A form field. `name` is the key of its value in the request. */
export type FormField = {
  name: string
  label: string
  type: string
  autoComplete: string
  isRequired: boolean
}

const inputTypes: Partial<Record<string, { type: string; autoComplete: string }>> = {
  name: { type: 'text', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
}

/** Used if none are configured. A required form asks for the address to which the team replies. */
const getDefaultFields = (isRequired: boolean): PreChatField[] => [
  { key: 'name', label: '', required: false },
  { key: 'email', label: '', required: isRequired },
  { key: 'phone', label: '', required: false },
]

const defaultLabels: Partial<Record<string, string>> = {
  name: 'Your Name',
  email: 'Email Address',
  phone: 'Phone Number',
}

/** Makes names unique, because a key may occur several times. */
export function formFields(fields: readonly PreChatField[], isRequired = false): FormField[] {
  const used = new Set<string>()
  return (fields.length > 0 ? fields : getDefaultFields(isRequired)).map((field) => {
    const own = field.label.trim()
    // Default labels are shown in the visitor's language.
    const label = own && own !== defaultLabels[field.key] ? own : getDefaultLabel(field.key)
    const preferredName =
      field.key === 'custom' ? own || 'custom' : used.has(field.key) ? own || label : field.key
    let name = preferredName
    for (let count = 2; used.has(name); count++) name = `${preferredName.slice(0, 56)} ${count}`
    used.add(name)
    const input = inputTypes[field.key] ?? { type: 'text', autoComplete: 'off' }
    return { name, label, ...input, isRequired: field.required }
  })
}

/** In the visitor's language. Other fields are named by the company. */
export function getDefaultLabel(key: string): string {
  if (key === 'name') return words.fieldName
  if (key === 'email') return words.fieldEmail
  if (key === 'phone') return words.fieldPhone
  return key === 'custom' ? words.fieldCustom : key
}

/** Returns the error message for an invalid value, or null. */
export function validateField({ type, isRequired }: FormField, value: string): string | null {
  if (!value) return isRequired ? words.required : null
  if (type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return words.badEmail
  return null
}
