import type { Readable } from 'node:stream'

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

/** Folders and a file with an extension, so that a key cannot leave the storage. */
export function isStorageKey(key: string): boolean {
  return /^[\w-]+(?:\/[\w-]+)*\/[\w-]+\.[a-z]+$/.test(key)
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
