import path from 'node:path'
import { Readable } from 'node:stream'
import type { App } from '../app.ts'
import type { Storage } from '../kit/storage/storage.ts'
import type { FileScope, StoredFile } from './store.ts'
import { storeFile } from './store-file.ts'

/** Copies the content into an independent file, so that each is deleted with its own owner. */
export function copyFile(
  app: Pick<App, 'db' | 'storage' | 'log' | 'settings'>,
  scope: FileScope,
  { name, mime, key, size }: StoredFile,
): Promise<StoredFile> {
  const open = () => Readable.from(contentOf(app.storage, key), { objectMode: false })
  return storeFile(app, scope, { name, mime, size, extension: path.extname(key), open })
}

async function* contentOf(storage: Storage, key: string) {
  yield* await storage.get(key)
}
