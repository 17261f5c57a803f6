import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { OpsError } from './ops-error.ts'
import type { Count } from './rows.ts'

/** What an archive begins with. */
export type ArchiveHeader = {
  format: 'aichat-archive'
  formatVersion: 1
  schemaVersion: number
  createdAt: string
  /** Tells whether another installation has the same APP_SECRET, and not what it is. */
  secretMark: string
  /** In the order in which they can be written. */
  tables: { name: string; columns: string[] }[]
}

/** What it ends with: an archive without it is cut off. */
export type Manifest = {
  tables: Record<string, Count>
  files: { key: string; size: number; sha256: string }[]
  /** Files that rows speak of and that the storage did not have. */
  missing: string[]
}

export const headerName = 'archive.json'
export const manifestName = 'manifest.json'
/** Rows as JSON lines, in parts, so that each has a size before it is written. */
export const getRowsName = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}.ndjson`
export const getFileName = (key: string) => `files/${key}`

export type ArchiveWriter = {
  add(name: string, content: string | Uint8Array): Promise<void>
  end(): Promise<void>
}

/** A tar, compressed by gzip: any system opens it. */
export function writeArchive(output: Writable): ArchiveWriter {
  const tar = pack()
  const mtime = new Date()
  const flowing = pipeline(tar, createGzip({ level: 5 }), output)
  flowing.catch(() => {}) // heard by whoever adds next
  return {
    async add(name, content) {
      const bytes =
        typeof content === 'string'
          ? Buffer.from(content)
          : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
      const added = new Promise<void>((resolve, reject) => {
        tar.entry({ name, size: bytes.length, mode: 0o600, mtime }, bytes, (error) =>
          error ? reject(error) : resolve(),
        )
      })
      await Promise.race([added, flowing])
    },
    async end() {
      tar.finalize()
      await flowing
    },
  }
}

const notOurs = 'This is no archive of AI Chat Platform.'
const cutOff = 'The archive is cut off: its end is missing. Nothing was changed.'

/** Its entries, one after the other. @throws HouseError when it is no archive, broken, or cut off */
export async function* readArchive(input: Readable): AsyncGenerator<{ name: string; content: Buffer }> {
  const tar = extract()
  const flowing = pipeline(input, createGunzip(), tar)
  flowing.catch(() => {}) // heard below
  let last = ''
  try {
    for await (const entry of tar) {
      const parts: Buffer[] = []
      for await (const part of entry) parts.push(part as Buffer)
      last = entry.header.name
      yield { name: last, content: Buffer.concat(parts) }
    }
    await flowing
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, last)
  } finally {
    tar.destroy()
    input.destroy()
  }
  if (last !== manifestName) throw new OpsError(last === '' ? notOurs : cutOff)
}

function explained(error: NodeJS.ErrnoException, last: string): Error {
  if (error.code === 'Z_BUF_ERROR' || error.message === 'Unexpected end of data')
    return new OpsError(last === '' ? `${notOurs} Or it is cut off.` : cutOff)
  if (error.code === 'Z_DATA_ERROR' || error.message.startsWith('Invalid tar'))
    return new OpsError(
      last === '' ? notOurs : 'The archive is broken: it does not unpack. Nothing was changed.',
    )
  if (error.code === 'ENOENT') return new OpsError(`There is no such file: ${error.path}`)
  return error
}
