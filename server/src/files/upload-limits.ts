import { attachmentSentences, fileRateLimits } from '@aichat/contracts/attachments'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { refuse } from '../kit/http/refusal.ts'
import { type FileScope, sumFileBytes } from './store.ts'

const bytesPerMegabyte = 1_000_000
/** Visitors leave some space, so that they cannot prevent the team from uploading. */
const visitorShare = 0.9

/** Counts an upload of an address, and of the team or the visitors of a company. */
export async function consumeUpload(
  { limits }: Pick<App, 'limits'>,
  { companyId, owner }: FileScope,
  address: string,
): Promise<void> {
  await limits.consume(fileRateLimits.upload, address)
  await limits.consume(fileRateLimits.companyUpload, `${companyId} ${isVisitor(owner) ? 'visitors' : 'team'}`)
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
