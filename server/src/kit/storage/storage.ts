import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Settings } from '../process/settings.ts'
import { openS3 } from './s3-storage.ts'

/**
 * Stores files in DATA_DIR or in an S3-compatible store. A call fails within 15 s when the store does not respond. The
 * transfer of content is not limited as long as it makes progress.
 */
export type Storage = {
  /** The name of the store, which database rows refer to. */
  bucket: string
  /** Stores the content completely or not at all. `open` is called again for a retry. */
  put(key: string, content: { open(): Readable; size: number; mime: string }): Promise<void>
  /** @throws when there is no such object */
  get(key: string): Promise<Readable>
  /** Idempotent: also succeeds when the object does not exist. */
  remove(key: string): Promise<void>
  close(): void
}

export async function openStorage(settings: Settings): Promise<Storage> {
  return settings.s3 ? openS3(settings.s3) : openDirectory(path.join(settings.dataDir, 'files'))
}

/** Folders and a file with an extension, so that a key cannot leave the storage. */
export function isStorageKey(key: string): boolean {
  return /^[\w-]+(?:\/[\w-]+)*\/[\w-]+\.[a-z]+$/.test(key)
}

function openDirectory(root: string): Storage {
  const toPath = (key: string) => {
    if (!isStorageKey(key)) throw new Error('Not a key of this storage')
    return path.join(root, key)
  }
  return {
    bucket: 'local',
    async put(key, { open }) {
      const filePath = toPath(key)
      const partialPath = `${filePath}.part`
      await mkdir(path.dirname(filePath), { recursive: true })
      try {
        await pipeline(open(), createWriteStream(partialPath, { flush: true }))
        await rename(partialPath, filePath)
      } catch (error) {
        await rm(partialPath, { force: true })
        throw error
      }
    },
    async get(key) {
      const filePath = toPath(key)
      if (!existsSync(filePath)) throw new Error('There is no such object')
      return createReadStream(filePath)
    },
    async remove(key) {
      await rm(toPath(key), { force: true })
      await rm(`${toPath(key)}.part`, { force: true })
    },
    close() {},
  }
}

/** Reads a stream into memory. @throws when it is larger than `maxBytes` */
export async function readBytes(stream: Readable, maxBytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > maxBytes) throw new Error('The object is larger than it may be')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
