import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import * as z from 'zod'
import { OpsError } from './ops-error.ts'

const archiveFormat = z.object({ format: z.literal('aichat-archive'), formatVersion: z.int() })

const archiveHeader = z.object({
  ...archiveFormat.shape,
  schemaVersion: z.int(),
  createdAt: z.string(),
  /** A one-way mark of APP_SECRET, to detect that another installation has a different one. */
  secretMark: z.string(),
  /** In dependency order: each table after those that it references. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})

/** The first entry of an archive. */
export type ArchiveHeader = z.infer<typeof archiveHeader>

const manifest = z.object({
  tables: z.record(z.string(), z.object({ rows: z.int(), checksum: z.string() })),
  files: z.array(z.object({ key: z.string(), size: z.int(), sha256: z.string() })),
  /** Files that rows refer to and that the storage did not contain. */
  missing: z.array(z.string()),
})

/** The last entry: an archive without it is incomplete. */
export type Manifest = z.infer<typeof manifest>

export const formatVersion = 1
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
export const damaged = 'The archive is damaged and cannot be unpacked. Nothing was changed.'

type Entry = { name: string; content: Buffer }

/** @throws OpsError when the file is no archive, or has a format of a newer version */
export function parseHeader(entry: Entry | null): ArchiveHeader {
  if (entry?.name !== headerName) throw new OpsError(notOurs)
  const text = entry.content.toString('utf8')
  // Other formats may have other fields.
  if (parse(archiveFormat, text).formatVersion !== formatVersion)
    throw new OpsError('The archive was created by a newer version. Update this installation first.')
  return parse(archiveHeader, text)
}

export function parseManifest({ content }: Entry): Manifest {
  return parse(manifest, content.toString('utf8'))
}

/** Parses JSON of the archive. @throws OpsError when it is damaged */
export function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new OpsError(damaged)
  }
}

/** Yields the entries in order. @throws OpsError if the file is not an archive, damaged or incomplete */
export async function* readArchive(input: Readable): AsyncGenerator<Entry> {
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
  const { code = '', message, path } = error
  if (error instanceof OpsError) return error
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data')
    return new OpsError(last === '' ? `${notOurs} Or it is incomplete.` : cutOff)
  if (code === 'ENOENT') return new OpsError(`File not found: ${path}`)
  if (error.syscall) return new OpsError(`The file cannot be read: ${message}`)
  // Errors of decompression and of the tar format.
  return new OpsError(last === '' ? notOurs : damaged)
}
