import type { PreChatField } from './widget.ts'

/** A field with the unique key of its value in a submission. */
export type NamedField = PreChatField & { name: string }

type Contact = { name?: string | null; email?: string | null; phone?: string | null }

/** Name, email and phone. The team replies to the email address. */
function listDefaultFields(isEmailRequired: boolean): PreChatField[] {
  return [
    { key: 'name', label: '', required: false },
    { key: 'email', label: '', required: isEmailRequired },
    { key: 'phone', label: '', required: false },
  ]
}

/**
 * The fields of a form; name, email and phone if none are configured. The first field of a kind is named by its kind; a custom field,
 * and another field of the same kind, by its label.
 */
export function nameFields(configured: readonly PreChatField[], isEmailRequired = false): NamedField[] {
  const used = new Set<string>()
  return (configured.length > 0 ? configured : listDefaultFields(isEmailRequired)).map((field) => {
    const label = field.label.trim() || field.key
    const preferred = field.key === 'custom' || used.has(field.key) ? label : field.key
    let name = preferred
    for (let count = 2; used.has(name); count++) name = `${preferred.slice(0, 56)} ${count}`
    used.add(name)
    return { ...field, name }
  })
}

/** Whether the visitor's contact details contain the value. Custom fields are asked in every conversation. */
export function isProvided({ key, name }: NamedField, contact: Contact): boolean {
  return key !== 'custom' && key === name && Boolean(contact[key])
}
