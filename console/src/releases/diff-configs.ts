import { type Language, languages } from '@aichat/contracts/kit/languages'
import { getWidgetFileId } from '@aichat/contracts/widget/logo'
import {
  type Greetings,
  type PreChatField,
  preChatLabels,
  preChatModeLabels,
  type TeamPhoto,
  type WidgetContent,
  type WidgetFieldPath,
  widgetFieldLabels,
} from '@aichat/contracts/widget/widget'
import { isSameValue } from '@aichat/contracts/widget/widget-values'

/** A field that differs, with its display name and both values as text. */
export type Difference = { path: WidgetFieldPath; name: string; from: string; to: string }

/** The fields that differ between two configs, in the order of the screen. */
export function diffConfigs(from: WidgetContent, to: WidgetContent): Difference[] {
  return paths.flatMap((path) => {
    const [before, after] = [getValueAt(from, path), getValueAt(to, path)]
    if (isSameValue(before, after)) return []
    return [{ path, name: getFieldName(path), from: formatValue(path, before), to: formatValue(path, after) }]
  })
}

// There is only one template, which Customize sets. As on the server, it is never an unpublished change.
const paths = (Object.keys(widgetFieldLabels) as WidgetFieldPath[]).filter(
  (path) => !path.startsWith('template.'),
)

/** Adds the section where the field's name alone would be ambiguous. */
function getFieldName(path: WidgetFieldPath): string {
  const name = widgetFieldLabels[path]
  if (path === 'greetings.firstVisit' || path === 'greetings.returning' || path === 'greetings.offline') {
    return `${name} greeting`
  }
  if (path === 'icon.color' || path === 'icon.position' || path === 'icon.animation') {
    return `Icon ${name.toLowerCase()}`
  }
  if (path === 'realtime.preChat.enabled') return 'Pre-chat form'
  if (path.startsWith('realtime.preChat.')) return `Pre-chat ${name.toLowerCase()}`
  return name
}

function formatTranslations(translations: Greetings['translations']): string {
  const texts = Object.entries(translations ?? {}).flatMap(([code, greetings]) =>
    Object.values(greetings)
      .filter(Boolean)
      .map((text) => `${languages[code as Language]}: ${text}`),
  )
  return texts.join(' · ') || 'none'
}

function formatValue(path: WidgetFieldPath, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (path === 'greetings.translations') return formatTranslations(value as Greetings['translations'])
  if (path === 'brand.team') return formatList(value as TeamPhoto[] | undefined, ({ name }) => name)
  if (path === 'greetings.suggestions') return formatList(value as string[] | undefined, (text) => text)
  if (path === 'realtime.preChat.fields') return formatList(value as PreChatField[], formatPreChatField)
  if (value === null || value === undefined || value === '') return 'empty'
  if (path === 'brand.logoUrl' && getWidgetFileId(value as string)) return 'uploaded image'
  if (path === 'behavior.autoOpenDelay' && value === 0) return 'never'
  if (path === 'behavior.autoReplyResumeMinutes') return value === 0 ? 'never' : `${value} min`
  if (typeof value === 'number') return `${value} s`
  if (path === 'realtime.preChat.mode') return preChatModeLabels[value as keyof typeof preChatModeLabels]
  return String(value)
}

function formatList<Item>(items: readonly Item[] | undefined, format: (item: Item) => string): string {
  return (items ?? []).map(format).filter(Boolean).join(', ') || 'none'
}

function formatPreChatField({ key, label, required }: PreChatField): string {
  return `${label || preChatLabels[key]} (${key}${required ? ', required' : ''})`
}

function getValueAt(config: WidgetContent, path: WidgetFieldPath): unknown {
  if (path === 'realtime.preChat.mode') return config.realtime.preChat.mode ?? 'on_start'
  if (path === 'behavior.showMessagePreview') return config.behavior.showMessagePreview ?? false
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], config)
}
