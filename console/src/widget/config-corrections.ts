import type { WidgetConfig, WidgetPatch } from '@aichat/contracts/widget/widget'

/**
 * Widgets have the minimal template, and a missing pre-chat mode is on_start. The returned patch is applied as the first
 * edit, so that autosave stores it.
 */
export function getConfigCorrections(config: WidgetConfig): WidgetPatch {
  const patch: WidgetPatch = {}
  if (config.template.key !== 'minimal') patch.template = { key: 'minimal' }
  if (config.realtime.preChat.mode === null) patch.realtime = { preChat: { mode: 'on_start' } }
  return patch
}
