import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Settings } from '../process/settings.ts'
import { getSecretFingerprint } from '../security/derived-keys.ts'

/** What all processes of an installation must agree on, as the first of them has stored it. */
type Deployment = {
  secretFingerprint: string | null
  /** The directory in which all processes store files; null while they are in an object storage. */
  dataDirectoryId: string | null
  /** Stays the same when APP_SECRET changes. */
  redisPrefix: string | null
}

type DeploymentSettings = Pick<Settings, 'appSecret' | 'previousAppSecret' | 'databaseUrl' | 'dataDir' | 's3'>

const directoryIdFile = 'data-directory-id'

const differentSecret =
  'APP_SECRET is not that of the other processes: sign-ins, webhooks and visitor identities work only in some of them. ' +
  'Set the same APP_SECRET for every process. docs/key-rotation.md explains how to change it.'
const changedSecret =
  'APP_SECRET is not that of the last start: everyone has to sign in again, and identity and webhook secrets have to be ' +
  'created again. To keep them, start with the original APP_SECRET. docs/key-rotation.md explains how to change it.'

/**
 * Compares this process with the others of the installation. The first process stores what the others are compared with.
 * @returns a sentence for each difference
 */
export async function joinDeployment(
  pool: pg.Pool,
  settings: DeploymentSettings,
): Promise<{ redisPrefix: string; warnings: string[] }> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const stored = await readDeployment(client, 'FOR UPDATE')
    const directoryId = sharesFiles(settings) ? createDirectoryId(settings.dataDir) : null
    const joined = merge(stored, settings, directoryId)
    if (JSON.stringify(joined) !== JSON.stringify(stored))
      await client.query(
        'UPDATE deployment SET secret_fingerprint = $1, data_directory_id = $2, redis_prefix = $3',
        [joined.secretFingerprint, joined.dataDirectoryId, joined.redisPrefix],
      )
    await client.query('COMMIT')
    const warnings = [
      explainSecret(stored, settings),
      directoryId === joined.dataDirectoryId ? null : explainDirectory(settings.dataDir),
    ].filter((sentence) => sentence !== null)
    return { redisPrefix: joined.redisPrefix ?? '', warnings }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}) // the connection is lost, and the transaction with it
    throw error
  } finally {
    client.release()
  }
}

function merge(stored: Deployment, settings: DeploymentSettings, directoryId: string | null): Deployment {
  const { appSecret, databaseUrl } = settings
  // The embedded database has one process, which nothing else can differ from.
  const isCurrent = databaseUrl !== null && explainSecret(stored, settings) !== null
  const hash = createHash('sha256').update(appSecret).digest('hex').slice(0, 12)
  return {
    secretFingerprint: isCurrent ? stored.secretFingerprint : getSecretFingerprint(appSecret),
    dataDirectoryId: directoryId && (stored.dataDirectoryId ?? directoryId),
    redisPrefix: stored.redisPrefix ?? `aichat:${hash}`,
  }
}

export async function readDeployment(
  client: pg.ClientBase,
  lock: 'FOR UPDATE' | '' = '',
): Promise<Deployment> {
  const { rows } = await client.query<Deployment>(
    `SELECT secret_fingerprint AS "secretFingerprint", data_directory_id AS "dataDirectoryId",
      redis_prefix AS "redisPrefix" FROM deployment ${lock}`,
  )
  return rows[0] as Deployment
}

/** For a restore: the next start decides again. */
export async function resetDeployment(client: pg.ClientBase): Promise<void> {
  await client.query('UPDATE deployment SET secret_fingerprint = NULL, data_directory_id = NULL')
}

/** A sentence when this process has another secret than the installation; null otherwise. */
export function explainSecret(
  { secretFingerprint }: Deployment,
  { appSecret, previousAppSecret, databaseUrl }: DeploymentSettings,
): string | null {
  const accepted = [appSecret, ...(previousAppSecret ? [previousAppSecret] : [])].map(getSecretFingerprint)
  if (secretFingerprint === null || accepted.includes(secretFingerprint)) return null
  return databaseUrl ? differentSecret : changedSecret
}

/** A sentence when this process stores files elsewhere than the others; null otherwise. */
export function findDirectoryDifference(
  { dataDirectoryId }: Deployment,
  settings: DeploymentSettings,
): string | null {
  if (!sharesFiles(settings) || dataDirectoryId === null) return null
  return readDirectoryId(settings.dataDir) === dataDirectoryId ? null : explainDirectory(settings.dataDir)
}

function explainDirectory(dataDir: string): string {
  return (
    `DATA_DIR ${dataDir} is not the directory in which the other processes store files: attachments are missing for some ` +
    `visitors. Set DATA_DIR of every process to one shared directory, or use object storage (S3_ENDPOINT). If its files were ` +
    `moved here, copy the file ${directoryIdFile} as well.`
  )
}

/** With the embedded database there is one process, and with an object storage no directory. */
function sharesFiles({ databaseUrl, s3 }: DeploymentSettings): boolean {
  return databaseUrl !== null && s3 === null
}

function createDirectoryId(dataDir: string): string {
  try {
    writeFileSync(path.join(dataDir, directoryIdFile), randomUUID(), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readDirectoryId(dataDir) ?? ''
}

function readDirectoryId(dataDir: string): string | null {
  const file = path.join(dataDir, directoryIdFile)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}
