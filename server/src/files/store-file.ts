import type { Readable } from 'node:stream'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { refuse } from '../kit/http/refusal.ts'
import { addFile, type FileScope, markForDeletionNow, markStored, type StoredFile } from './store.ts'

type Dependencies = Pick<App, 'db' | 'storage' | 'log'>
type Content = { name: string; mime: string; extension: string; size: number; open: () => Readable }

const storeFailed = 'The file could not be stored. Please try again.'

/**
 * Stores a file, which is deleted after 24 hours unless it is used. The name is for display only; the storage key is
 * generated.
 * @throws a refusal when it could not be stored; the file is then marked for deletion
 */
export async function storeFile(
  { db, storage, log }: Dependencies,
  scope: FileScope,
  content: Content,
): Promise<StoredFile> {
  const { name, mime, extension, size, open } = content
  const { companyId, projectId } = scope
  const id = newId()
  const key = `${companyId}/${projectId ?? 'saved-replies'}/${id}${extension}`
  const file = { id, name, mime, bucket: storage.bucket, key, size }
  await db.company(companyId, (sql) => addFile(sql, scope, file))
  try {
    await storage.put(key, { open, size, mime })
  } catch (error) {
    log.error({ err: error, key }, 'failed to store a file')
    await db.company(companyId, (sql) => markForDeletionNow(sql, id))
    refuse(503, storeFailed)
  }
  const isStored = await db.company(companyId, (sql) => markStored(sql, id))
  return isStored ? file : refuse(503, storeFailed)
}
