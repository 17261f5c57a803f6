import type { Readable } from 'node:stream'
import { commonSentences } from '@aichat/contracts/kit/common'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { refuse } from '../kit/http/refusal.ts'
import { addFile, type FileScope, markForDeletionNow, markStored, type StoredFile } from './store.ts'
import { checkQuota } from './upload-limits.ts'

type Dependencies = Pick<App, 'db' | 'storage' | 'log' | 'settings'>
type Content = { name: string; mime: string; extension: string; size: number; open: () => Readable }

/**
 * Stores a file, which is deleted after 24 hours unless it is used. The name is for display only; the storage key is
 * generated.
 * @throws a refusal when the company has no space left, or when the file could not be stored and is marked for deletion
 */
export async function storeFile(
  { db, storage, log, settings }: Dependencies,
  scope: FileScope,
  content: Content,
): Promise<StoredFile> {
  const { name, mime, extension, size, open } = content
  const { companyId, projectId } = scope
  const id = newId()
  const key = `${companyId}/${projectId ?? 'saved-replies'}/${id}${extension}`
  const file = { id, name, mime, bucket: storage.bucket, key, size }
  await db.company(companyId, async (sql) => {
    await checkQuota(sql, scope, size, settings.storagePerCompanyMb)
    await addFile(sql, scope, file)
  })
  try {
    await storage.put(key, { open, size, mime })
  } catch (error) {
    log.error({ err: error, key }, 'failed to store a file')
    await db.company(companyId, (sql) => markForDeletionNow(sql, id))
    refuse(503, commonSentences.fileNotStored)
  }
  const isStored = await db.company(companyId, (sql) => markStored(sql, id))
  return isStored ? file : refuse(503, commonSentences.fileNotStored)
}
