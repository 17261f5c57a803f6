import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Settings } from '../process/settings.ts'
import { openS3 } from './s3-storage.ts'

/** Where files are kept: under DATA_DIR, or in an S3-compatible store. No call takes longer than 15 s. */
export type Storage = {
  /** The name of the place, as rows remember it. */
  bucket: string
  /** Keeps the content under the key, wholly or not at all. `open` is asked again when a first try fails. */
  put(key: string, content: { open(): Readable; size: number; mime: string }): Promise<void>
  /** @throws when there is no such object */
  get(key: string): Promise<Readable>
  /** Also right when it is gone already. */
  remove(key: string): Promise<void>
  close(): void
}

export async function openStorage(settings: Settings): Promise<Storage> {
  return settings.s3 ? openS3(settings.s3) : folder(path.join(settings.dataDir, 'files'))
}

function folder(root: string): Storage {
  const placeOf = (key: string) => {
    if (!/^[\w-]+(?:\/[\w-]+)*\/[\w-]+\.[a-z]+$/.test(key)) throw new Error('Not a key of this storage')
    return path.join(root, key)
  }
  return {
    bucket: 'local',
    async put(key, { open }) {
      const place = placeOf(key)
      const unfinished = `${place}.part`
      await mkdir(path.dirname(place), { recursive: true })
      try {
        await pipeline(open(), createWriteStream(unfinished, { flush: true }))
        await rename(unfinished, place)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(key) {
      const place = placeOf(key)
      if (!existsSync(place)) throw new Error('There is no such object')
      return createReadStream(place)
    },
    async remove(key) {
      await rm(placeOf(key), { force: true })
      await rm(`${placeOf(key)}.part`, { force: true })
    },
    close() {},
  }
}

/** The whole of an object that is small enough to be held. */
export async function bytesOf(stream: Readable, most: number): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > most) throw new Error('The object is larger than it may be')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
