import type { WidgetConfig, WidgetPatch } from '@aichat/contracts/widget'

/**
 * As specified: a widget is forced to the minimal template, and a missing pre-chat mode becomes on_start. Where the
 * config differs, this is the first edit, and the ordinary auto-save stores it.
 */
export function getConfigCorrections(config: WidgetConfig): WidgetPatch {
  const patch: WidgetPatch = {}
  if (config.template.key !== 'minimal') patch.template = { key: 'minimal' }
  if (config.realtime.preChat.mode === null) patch.realtime = { preChat: { mode: 'on_start' } }
  return patch
}
