import { type PreChatField, preChatLabels } from '@aichat/contracts/widget/widget'

const order = ['name', 'email', 'phone', 'custom'] as const satisfies PreChatField['key'][]

/** The first kind of field that the form does not have yet. */
export function createPreChatField(fields: readonly PreChatField[]): PreChatField {
  const key = order.find((one) => fields.every((field) => field.key !== one)) ?? 'custom'
  return { key, label: preChatLabels[key], required: true }
}

/** Changes a field's key, and its label unless the label was customized. */
export function changeFieldKey(field: PreChatField, key: PreChatField['key']): PreChatField {
  const defaults: string[] = Object.values(preChatLabels)
  const label = field.label.trim()
  const isCustom = label !== '' && !defaults.includes(label)
  return { ...field, key, label: isCustom ? field.label : preChatLabels[key] }
}

export function moveField(fields: readonly PreChatField[], from: number, to: number): PreChatField[] {
  const field = fields[from]
  const rest = fields.filter((_, index) => index !== from)
  return field ? [...rest.slice(0, to), field, ...rest.slice(to)] : [...fields]
}
