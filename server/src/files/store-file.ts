import type { Readable } from 'node:stream'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { refuse } from '../kit/http/refusal.ts'
import { addFile, type FileScope, markForDeletionNow, markStored, type StoredFile } from './store.ts'

type Parts = Pick<App, 'db' | 'storage' | 'log'>
type Content = { name: string; mime: string; extension: string; size: number; open: () => Readable }

const storeFailed = 'The file could not be stored. Please try again.'

/**
 * Takes content into the storage, where it waits for a day to be used. The name is only ever shown: the key is ours.
 * @throws a refusal when it could not be stored; then nothing of it stays
 */
export async function storeFile(
  { db, storage, log }: Parts,
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
    log.error({ err: error, key }, 'a file could not be stored')
    await db.company(companyId, (sql) => markForDeletionNow(sql, id))
    refuse(503, storeFailed)
  }
  const isStored = await db.company(companyId, (sql) => markStored(sql, id))
  return isStored ? file : refuse(503, storeFailed)
}
