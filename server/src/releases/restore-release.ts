import type { WidgetConfig } from '@aichat/contracts/widget/widget'
import type { Sql } from '../kit/db/db.ts'
import { notFound } from '../kit/http/refusal.ts'
import { lockProject, setTemplate } from '../projects/store.ts'
import { removeUnusedLogos } from '../widget/change-logo.ts'
import { findProjectWidget, mergeWidget, setGreetings } from '../widget/store.ts'
import { restoreAnswers } from './restore-store.ts'
import { findRelease } from './store.ts'

/**
 * Copies a release into the draft, with its answers. `removed` are the deleted items and FAQs that come back. Visitors see no
 * change until the next publish.
 */
export async function restoreRelease(
  sql: Sql,
  { companyId, projectId }: { companyId: string; projectId: string },
  number: number,
  removed: string[],
): Promise<WidgetConfig> {
  await lockProject(sql, projectId)
  const release = await findRelease(sql, projectId, number)
  const widget = await findProjectWidget(sql, projectId)
  if (!release || !widget) notFound()
  const { template, ...sections } = release.config
  const { key, version } = template
  if (!key || !version) throw new Error('A release has a template')
  if (release.revision !== null)
    await restoreAnswers(sql, { companyId, projectId }, release.revision, removed)
  await setTemplate(sql, projectId, key, version)
  // mergeWidget keeps languages that the release does not have, so the greetings are replaced first.
  await setGreetings(sql, widget.id, sections.greetings)
  const restored = await mergeWidget(sql, widget.id, { ...sections, template: { key, version } })
  await removeUnusedLogos(sql, projectId)
  return restored
}
