import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { OpsError } from './ops-error.ts'
import type { Count } from './rows.ts'

/** The first entry of an archive. */
export type ArchiveHeader = {
  format: 'aichat-archive'
  formatVersion: 1
  schemaVersion: number
  createdAt: string
  /** A one-way mark of APP_SECRET, to detect that another installation has a different one. */
  secretMark: string
  /** In dependency order: each table after those that it references. */
  tables: { name: string; columns: string[] }[]
}

/** The last entry: an archive without it is incomplete. */
export type Manifest = {
  tables: Record<string, Count>
  files: { key: string; size: number; sha256: string }[]
  /** Files that rows refer to and that the storage did not contain. */
  missing: string[]
}

export const headerName = 'archive.json'
export const manifestName = 'manifest.json'
/** Rows as JSON lines in several entries, because tar needs the size of an entry before its content. */
export const getRowsName = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}.ndjson`
export const getFileName = (key: string) => `files/${key}`

export type ArchiveWriter = {
  add(name: string, content: string | Uint8Array): Promise<void>
  end(): Promise<void>
}

/** Writes a gzip-compressed tar archive, which any system can open. */
export function writeArchive(output: Writable): ArchiveWriter {
  const tar = pack()
  const mtime = new Date()
  const flowing = pipeline(tar, createGzip({ level: 5 }), output)
  flowing.catch(() => {}) // the next `add` rejects
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

const notOurs = 'The file is not an archive of AI Chat Platform.'
const cutOff = 'The archive is incomplete: its end is missing. Nothing was changed.'

/** Yields the entries in order. @throws OpsError if the file is not an archive, damaged or incomplete */
export async function* readArchive(input: Readable): AsyncGenerator<{ name: string; content: Buffer }> {
  const tar = extract()
  const flowing = pipeline(input, createGunzip(), tar)
  flowing.catch(() => {}) // awaited below
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
    throw toOpsError(error as NodeJS.ErrnoException, last)
  } finally {
    tar.destroy()
    input.destroy()
  }
  if (last !== manifestName) throw new OpsError(last === '' ? notOurs : cutOff)
}

function toOpsError(error: NodeJS.ErrnoException, last: string): Error {
  if (error.code === 'Z_BUF_ERROR' || error.message === 'Unexpected end of data')
    return new OpsError(last === '' ? `${notOurs} Or it is incomplete.` : cutOff)
  if (error.code === 'Z_DATA_ERROR' || error.message.startsWith('Invalid tar'))
    return new OpsError(
      last === '' ? notOurs : 'The archive is damaged and cannot be unpacked. Nothing was changed.',
    )
  if (error.code === 'ENOENT') return new OpsError(`File not found: ${error.path}`)
  return error
}
