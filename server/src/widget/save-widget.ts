import { type WidgetConfig, type WidgetPatch, widgetSentences } from '@aichat/contracts/widget/widget'
import type { Sql } from '../kit/db/db.ts'
import { refuse } from '../kit/http/refusal.ts'
import { setTemplate } from '../projects/store.ts'
import { hasVersion, latestVersion } from '../templates/catalog.ts'
import { claimDraftLogo, removeUnusedLogos } from './change-logo.ts'
import { mergeWidget } from './store.ts'

/** A template without a version gets the latest one, and the project stores it as well. An uploaded logo must be the project's. */
export async function saveWidget(sql: Sql, widget: WidgetConfig, patch: WidgetPatch): Promise<WidgetConfig> {
  const logoUrl = patch.brand?.logoUrl
  if (logoUrl === undefined) return mergeWithTemplate(sql, widget, patch)
  await claimDraftLogo(sql, widget.projectId, logoUrl)
  const saved = await mergeWithTemplate(sql, widget, patch)
  await removeUnusedLogos(sql, widget.projectId)
  return saved
}

async function mergeWithTemplate(sql: Sql, widget: WidgetConfig, patch: WidgetPatch): Promise<WidgetConfig> {
  if (!patch.template) return mergeWidget(sql, widget.id, patch)
  const template = resolveTemplate(patch.template)
  await setTemplate(sql, widget.projectId, template.key, template.version)
  return mergeWidget(sql, widget.id, { ...patch, template })
}

function resolveTemplate({ key, version }: NonNullable<WidgetPatch['template']>): {
  key: string
  version: string
} {
  const latest = latestVersion(key)
  if (!latest || (version && !hasVersion(key, version))) refuse(400, widgetSentences.template, 'template')
  return { key, version: version ?? latest.version }
}
