import { getWidgetFileId, logoSentences } from '@aichat/contracts/widget/logo'
import { unusedHours } from '../files/upload-limits.ts'
import type { Sql } from '../kit/db/db.ts'
import { refuse } from '../kit/http/refusal.ts'
import { lockProject } from '../projects/store.ts'
import { claimLogo, scheduleLogoRemoval } from './logo-store.ts'

/**
 * Before a logo becomes that of the draft. Locks the project, because a publish at the same time could use the logo that is replaced.
 * @throws a refusal when it is not an uploaded logo of the project
 */
export async function claimDraftLogo(sql: Sql, projectId: string, logoUrl: string): Promise<void> {
  await lockProject(sql, projectId)
  const fileId = getWidgetFileId(logoUrl)
  if (fileId && !(await claimLogo(sql, projectId, fileId)))
    refuse(400, logoSentences.fileUnknown, 'brand.logoUrl')
}

/** After the logo of the draft has changed. The project must be locked. */
export function removeUnusedLogos(sql: Sql, projectId: string): Promise<void> {
  return scheduleLogoRemoval(sql, projectId, unusedHours)
}
