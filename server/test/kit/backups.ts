import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import pg from 'pg'
import { pino } from 'pino'
import { enableSearchExtensions } from '../../src/enable-search.ts'
import type { Settings } from '../../src/kit/process/settings.ts'
import type { Manifest } from '../../src/ops/archive.ts'
import { writeBackup } from '../../src/ops/backup.ts'
import { connectToRunning } from '../../src/ops/backup-source.ts'
import { restoreBackup } from '../../src/ops/restore.ts'
import type { TestServer } from './server.ts'

export type Location = Pick<Settings, 'dataDir' | 'databaseUrl'> & Partial<Pick<Settings, 's3'>>
export type Backup = { bytes: Buffer; manifest: Manifest }

const root = path.resolve(import.meta.dirname, '../../..')
const log = pino({ level: 'silent' })
const say = () => {}

/** Creates a backup of the running server, or of another location with its settings. */
export async function createBackup({ app }: TestServer, place: Partial<Location> = {}): Promise<Backup> {
  const { output, bytes } = collector()
  const manifest = await writeBackup(output, { settings: { ...app.settings, ...place }, log, say })
  return { bytes: bytes(), manifest }
}

/** Restores a backup into a location, with the server's settings. */
export function restoreInto({ app }: TestServer, bytes: Buffer, place: Location, replace = false) {
  const settings = { ...app.settings, ...place }
  return restoreBackup(Readable.from([bytes]), { settings, log, root, enableSearchExtensions, replace, say })
}

export function collector(): { output: PassThrough; bytes: () => Buffer } {
  const output = new PassThrough()
  const parts: Buffer[] = []
  output.on('data', (part) => parts.push(part))
  return { output, bytes: () => Buffer.concat(parts) }
}

/** Connects to the database of a location, which may be in use. */
export async function connectToDatabase({ dataDir, databaseUrl }: Location): Promise<pg.Client> {
  if (!databaseUrl) return connectToRunning(dataDir)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}
