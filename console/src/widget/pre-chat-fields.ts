import { type PreChatField, preChatLabels } from '@aichat/contracts/widget/widget'

export const newPreChatField: PreChatField = { key: 'name', label: preChatLabels.name, required: true }

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
