import { attachmentSentences, fileRateLimits } from '@aichat/contracts/chat/attachments'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { refuse } from '../kit/http/refusal.ts'
import { type FileScope, sumFileBytes } from './store.ts'

/** An upload that is not used within this time is deleted. */
export const unusedHours = 24

const bytesPerMegabyte = 1_000_000
/** Visitors leave some space, so that they cannot prevent the team from uploading. */
const visitorShare = 0.9

/** Counts one of several files that a member uploads with one request. */
export async function consumeUpload(
  { limits }: Pick<App, 'limits'>,
  companyId: string,
  address: string,
): Promise<void> {
  await limits.consume(fileRateLimits.upload, address)
  await limits.consume(fileRateLimits.companyUpload, companyId)
}

/** Visitors have a count of their own, so that they cannot use up that of the team. */
export function consumeVisitorUpload({ limits }: Pick<App, 'limits'>, companyId: string): Promise<void> {
  return limits.consume(fileRateLimits.companyUpload, `${companyId} visitors`)
}

/** In the transaction that adds the file. @throws a refusal when the company would exceed its quota */
export async function checkQuota(
  sql: Sql,
  { companyId, owner }: FileScope,
  size: number,
  quotaMb: number,
): Promise<void> {
  const used = await sumFileBytes(sql, companyId)
  const quota = quotaMb * bytesPerMegabyte * (isVisitor(owner) ? visitorShare : 1)
  if (used + size <= quota) return
  refuse(409, isVisitor(owner) ? attachmentSentences.visitorQuotaExceeded : attachmentSentences.quotaExceeded)
}

function isVisitor(owner: FileScope['owner']): boolean {
  return owner !== undefined && 'visitorId' in owner
}
