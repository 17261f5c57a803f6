import { isProvided, type NamedField, nameFields } from '@aichat/contracts/widget/form-fields'
import type { PreChatField } from '@aichat/contracts/widget/widget'
import type { Contact } from '../connection/shapes.ts'
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

const defaultLabels: Partial<Record<string, string>> = {
  name: 'Your Name',
  email: 'Email Address',
  phone: 'Phone Number',
}

/**
 * The fields to show. Those that the visitor has provided are left out of a form that an agent has requested, unless no other field
 * remains.
 */
export function listFormFields(
  configured: readonly PreChatField[],
  { isRequired, contact }: { isRequired: boolean; contact: Contact },
): FormField[] {
  const fields = nameFields(configured, isRequired)
  const missing = isRequired ? [] : fields.filter((field) => !isProvided(field, contact))
  return (missing.length > 0 ? missing : fields).map(toFormField)
}

export function toFormField({ key, name, label, required }: NamedField): FormField {
  const own = label.trim()
  return {
    name,
    // Default labels are shown in the visitor's language.
    label: own && own !== defaultLabels[key] ? own : getDefaultLabel(key),
    ...(inputTypes[key] ?? { type: 'text', autoComplete: 'off' }),
    isRequired: required,
  }
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
