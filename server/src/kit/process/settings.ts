import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What an operator decides, read once from the environment. Everything has a default. */
export type Settings = {
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** Whether the embedded database waits for the disk before it says that something is stored. */
  embeddedFsync: boolean
  /** Connections that one process holds at most. */
  databasePool: number
  redisUrl: string | null
  /** Whether the process that serves runs jobs too; otherwise workers do. */
  runsJobs: boolean
  /** Where a worker tells how it is. */
  workerPort: number
  /** Signs tokens; at least 32 characters. */
  appSecret: string
  ai: { baseUrl: string; model: string; apiKey: string | null; embeddingModel?: string } | null
  /** The most replies of the AI on a day (UTC), after which people are called instead. */
  aiRepliesPerVisitor: number
  aiRepliesPerProject: number
  /** Null where links are shown to copy instead. */
  mail: { url: string; from: string } | null
  /** Null where files are kept in the data directory. */
  s3: {
    endpoint: string
    region: string
    bucket: string
    accessKeyId: string
    secretAccessKey: string
  } | null
  trustProxy: string[]
  /** Whoever shows it may read /metrics; null: only this machine may. */
  metricsToken: string | null
  fetchAllow: string[]
  limitScale: number
  logLevel: string
}

export class SettingsError extends Error {}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = wholeNumber(env, 'PORT', 3000)
  const dataDir = path.resolve(env.DATA_DIR || './data')
  const databaseUrl = env.DATABASE_URL || null
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/+$/, '')
  return {
    port,
    host: env.HOST || '127.0.0.1',
    publicUrl,
    dataDir,
    databaseUrl,
    embeddedFsync: isOn(env, 'EMBEDDED_FSYNC'),
    databasePool: Math.max(1, wholeNumber(env, 'DATABASE_POOL', 20)),
    redisUrl: env.REDIS_URL || null,
    runsJobs: runsJobs(env, databaseUrl),
    workerPort: wholeNumber(env, 'WORKER_PORT', 3100),
    appSecret: secret(env, dataDir, databaseUrl),
    ai: modelServer(env),
    aiRepliesPerVisitor: positive(env, 'AI_REPLIES_PER_VISITOR', 100),
    aiRepliesPerProject: positive(env, 'AI_REPLIES_PER_PROJECT', 5000),
    mail: mailServer(env, publicUrl),
    s3: fileStore(env),
    trustProxy: list(env.TRUST_PROXY),
    metricsToken: env.METRICS_TOKEN || null,
    fetchAllow: list(env.FETCH_ALLOW),
    limitScale: positive(env, 'LIMIT_SCALE', 1),
    logLevel: env.LOG_LEVEL || 'info',
  }
}

function runsJobs(env: NodeJS.ProcessEnv, databaseUrl: string | null): boolean {
  if (isOn(env, 'JOBS')) return true
  if (!databaseUrl)
    throw new SettingsError(
      'JOBS=off needs DATABASE_URL: the embedded database has one process, and nobody else could run its jobs.',
    )
  return false
}

/** On unless it is said to be off. */
function isOn(env: NodeJS.ProcessEnv, name: string): boolean {
  const value = env[name] || 'on'
  if (value !== 'on' && value !== 'off') throw new SettingsError(`${name} must be on or off, not "${value}".`)
  return value === 'on'
}

function modelServer(env: NodeJS.ProcessEnv): Settings['ai'] {
  if (!env.AI_BASE_URL) return null
  if (!env.AI_MODEL) throw new SettingsError('AI_BASE_URL is set, so AI_MODEL must name the model to ask.')
  return {
    baseUrl: env.AI_BASE_URL.replace(/\/+$/, ''),
    model: env.AI_MODEL,
    apiKey: env.AI_API_KEY || null,
    ...(env.AI_EMBEDDING_MODEL ? { embeddingModel: env.AI_EMBEDDING_MODEL } : {}),
  }
}

function mailServer(env: NodeJS.ProcessEnv, publicUrl: string): Settings['mail'] {
  const url = env.SMTP_URL
  if (!url) return null
  if (!/^smtps?:\/\/[^\s/]+/.test(url) || !URL.canParse(url))
    throw new SettingsError('SMTP_URL must look like smtp://user:password@mail.example.com:587.')
  return { url, from: env.MAIL_FROM || `AI Chat Platform <no-reply@${new URL(publicUrl).hostname}>` }
}

function fileStore(env: NodeJS.ProcessEnv): Settings['s3'] {
  const endpoint = env.S3_ENDPOINT
  if (!endpoint) return null
  if (!/^https?:\/\/[^\s/]+/.test(endpoint) || !URL.canParse(endpoint))
    throw new SettingsError('S3_ENDPOINT must look like https://storage.example.com.')
  return {
    endpoint,
    region: env.S3_REGION || 'us-east-1',
    bucket: beside(env, 'S3_BUCKET'),
    accessKeyId: beside(env, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: beside(env, 'S3_SECRET_ACCESS_KEY'),
  }
}

function beside(env: NodeJS.ProcessEnv, name: string): string {
  return env[name] || missing(`S3_ENDPOINT is set, so ${name} must be set too.`)
}

function missing(sentence: string): never {
  throw new SettingsError(sentence)
}

/** With a shared database every process must sign alike, so there the secret must be given. */
function secret(env: NodeJS.ProcessEnv, dataDir: string, databaseUrl: string | null): string {
  if (env.APP_SECRET) {
    if (env.APP_SECRET.length < 32) throw new SettingsError('APP_SECRET must have at least 32 characters.')
    return env.APP_SECRET
  }
  if (databaseUrl) throw new SettingsError('DATABASE_URL is set, so APP_SECRET must be set too.')
  const file = path.join(dataDir, 'app-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name]
  if (!text) return fallback
  if (!/^\d{1,5}$/.test(text)) throw new SettingsError(`${name} must be a whole number, not "${text}".`)
  return Number(text)
}

function positive(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = Number(env[name] || fallback)
  if (!(value > 0)) throw new SettingsError(`${name} must be a number above 0, not "${env[name]}".`)
  return value
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
