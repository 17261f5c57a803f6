import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { modelProviders } from '@aichat/contracts/ai/ai-model'
import { type SignupMode, signupModes } from '@aichat/contracts/company/auth'
import * as z from 'zod'
import type { ModelServer } from '../ai/provider.ts'
import { getAddress } from '../mail/address.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { StartError } from './start-error.ts'

/** The operator's settings, read from the environment at the start. Every setting has a default. */
export type Settings = {
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  /** Where the widget is served when that is another host than the console's; without a trailing slash. */
  widgetUrl: string | null
  /** The console of `npm run dev`, which Vite serves; null otherwise. */
  devConsoleUrl: string | null
  dataDir: string
  databaseUrl: string | null
  /** Whether the embedded database flushes each commit to the disk. */
  embeddedFsync: boolean
  /** The maximum number of database connections per process. */
  databasePool: number
  redisUrl: string | null
  /** Whether a web process also runs jobs. Otherwise workers do. */
  runsJobs: boolean
  /** The port on which a worker serves health and metrics. */
  workerPort: number
  /** Signs tokens; at least 32 characters. */
  appSecret: string
  /** During a rotation of `appSecret`: the other one that is still accepted. */
  previousAppSecret: string | null
  /** The model that the installation offers to every company. */
  ai: ModelServer | null
  /** The limits of models that companies connect. */
  modelLimits: { timeoutMs: number; contextTokens: number }
  /** Whether Owners may connect a model of their own. */
  allowsCompanyModels: boolean
  /** The maximum number of answers per company and day, and of tokens per company and month, of the installation's model. */
  quotas: { answersPerDay: number | null; tokensPerMonth: number | null }
  /** The maximum number of AI replies per day (UTC), after which conversations are handed over. */
  aiRepliesPerVisitor: number
  aiRepliesPerProject: number
  /** Who may create an account: anybody, invited people, or no one. */
  signup: SignupMode
  /** Whether an account exists only after its email address is confirmed. */
  verifiesEmail: boolean
  /** Null when no mail is sent, and links are shown to be copied. */
  mail: { url: string; from: string } | null
  /** The mailbox with visitors' replies. In `replyAddress`, a token follows the local part after a +, or replaces a `*`. */
  inbound: { url: string; replyAddress: string } | null
  /** Null when files are stored in the data directory. */
  s3: {
    endpoint: string
    region: string
    bucket: string
    accessKeyId: string
    secretAccessKey: string
  } | null
  /** The maximum size of all files of a company. */
  storagePerCompanyMb: number
  trustProxy: string[]
  /** The token that /metrics requires; null when it is served to this machine only. */
  metricsToken: string | null
  fetchAllow: string[]
  /** How fast a website is read: requests per second to one host, and how many at the same time. */
  crawlRequestsPerSecond: number
  crawlConcurrency: number
  limitScale: number
  logLevel: string
}

/** The message of a wrong setting, for operators: one sentence per variable. */
export class SettingsError extends StartError {}

const text = () => z.string().optional()

const describeValue = ({ input }: { input?: unknown }) => `, not "${input}".`

function onOff(fallback: 'on' | 'off') {
  return z
    .enum(['on', 'off'], { error: (issue) => `must be on or off${describeValue(issue)}` })
    .default(fallback)
    .transform((value) => value === 'on')
}

function wholeNumber(fallback: number, maxDigits = 5) {
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${maxDigits}}$`), {
      error: (issue) => `must be a whole number${describeValue(issue)}`,
    })
    .transform(Number)
    .default(fallback)
}

function port(fallback: number) {
  return wholeNumber(fallback).refine((value) => value <= 65_535, {
    error: (issue) => `must be at most 65535${describeValue(issue)}`,
  })
}

function positiveNumber(fallback: number) {
  return z
    .string()
    .refine((value) => Number(value) > 0, {
      error: (issue) => `must be a number above 0${describeValue(issue)}`,
    })
    .transform(Number)
    .default(fallback)
}

/** US dollars per million tokens. */
function price() {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, { error: (issue) => `must be a number of US dollars${describeValue(issue)}` })
    .transform(Number)
    .optional()
}

function quota() {
  return z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: (issue) => `must be a whole number above 0${describeValue(issue)}` })
    .transform(Number)
    .optional()
}

const encodingHint = ' Encode special characters of the password, such as / as %2F.'

function secret() {
  return z.string().min(32, { error: 'must have at least 32 characters.' }).optional()
}

function url(pattern: RegExp, example: string) {
  return z
    .string()
    .refine((value) => pattern.test(value) && URL.canParse(value), {
      error: ({ input }) => `must look like ${example}.${/:.*@/.test(`${input}`) ? encodingHint : ''}`,
    })
    .optional()
}

function list() {
  return z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const webAddress = /^https?:\/\/[^\s/?#]+[^\s?#]*$/
const webOrigin = /^https?:\/\/[^\s/?#@]+\/?$/
/** A host name, an IPv4 address or an IPv6 address in brackets, and a port. */
const hostAndPort = /^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i

const withoutTrailingSlash = (address: string | undefined) => address?.replace(/\/+$/, '')

/** Every variable that the server reads. An empty variable counts as unset. */
export const environmentSchema = z.object({
  PORT: port(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url(webAddress, 'https://chat.example.com').transform(withoutTrailingSlash),
  WIDGET_URL: url(webOrigin, 'https://widget.example.com').transform(withoutTrailingSlash),
  DATA_DIR: z.string().default('./data'),
  LOG_LEVEL: z
    .enum(logLevels, { error: (issue) => `must be one of ${logLevels.join(', ')}${describeValue(issue)}` })
    .default('info'),
  APP_SECRET: secret(),
  APP_SECRET_PREVIOUS: secret(),
  DATABASE_URL: url(/^postgres(ql)?:\/\//, 'postgres://user:password@127.0.0.1:5432/aichat'),
  DATABASE_POOL: wholeNumber(20),
  EMBEDDED_FSYNC: onOff('on'),
  REDIS_URL: url(/^rediss?:\/\/[^\s/]+/, 'redis://127.0.0.1:6379'),
  JOBS: onOff('on'),
  WORKER_PORT: port(3100),
  AI_PROVIDER: z
    .enum(modelProviders, {
      error: (issue) => `must be one of ${modelProviders.join(', ')}${describeValue(issue)}`,
    })
    .default('openai'),
  AI_BASE_URL: url(webAddress, 'http://127.0.0.1:11434/v1').transform(withoutTrailingSlash),
  AI_MODEL: text(),
  AI_API_KEY: text(),
  AI_EMBEDDING_MODEL: text(),
  AI_TIMEOUT_MS: wholeNumber(12_000).refine((value) => value >= 100 && value <= 60_000, {
    error: (issue) => `must be between 100 and 60000${describeValue(issue)}`,
  }),
  AI_CONTEXT_TOKENS: wholeNumber(8000, 7).refine((value) => value >= 1000, {
    error: (issue) => `must be at least 1000${describeValue(issue)}`,
  }),
  AI_INPUT_PRICE: price(),
  AI_OUTPUT_PRICE: price(),
  AI_COMPANY_MODELS: onOff('on'),
  AI_ANSWERS_PER_COMPANY: quota(),
  AI_TOKENS_PER_COMPANY: quota(),
  AI_REPLIES_PER_VISITOR: positiveNumber(100),
  AI_REPLIES_PER_PROJECT: positiveNumber(5000),
  SIGNUP: z
    .enum(signupModes, {
      error: (issue) => `must be open, invite or closed${describeValue(issue)}`,
    })
    .default('open'),
  VERIFY_EMAIL: onOff('off'),
  SMTP_URL: url(/^smtps?:\/\/[^\s/]+/, 'smtp://user:password@mail.example.com:587'),
  MAIL_FROM: text(),
  MAIL_INBOUND_URL: url(/^imaps?:\/\/[^\s/:@]+:[^\s/@]+@[^\s/]+/, 'imaps://user:password@imap.example.com'),
  MAIL_REPLY_ADDRESS: z
    .string()
    .regex(/^[^\s@<>+]+@[^\s@<>]+$/, {
      error: (issue) => `must look like support@example.com or *@replies.example.com${describeValue(issue)}`,
    })
    .optional(),
  S3_ENDPOINT: url(/^https?:\/\/[^\s/]+/, 'https://storage.example.com'),
  S3_BUCKET: text(),
  S3_ACCESS_KEY_ID: text(),
  S3_SECRET_ACCESS_KEY: text(),
  S3_REGION: z.string().default('us-east-1'),
  STORAGE_PER_COMPANY_MB: positiveNumber(10_000),
  TRUST_PROXY: list(),
  METRICS_TOKEN: text(),
  FETCH_ALLOW: list().refine((items) => items.every((item) => hostAndPort.test(item)), {
    error: 'must list host:port pairs, like intranet.example.com:8080.',
  }),
  CRAWL_REQUESTS_PER_SECOND: positiveNumber(1).refine((value) => value <= 100, {
    error: (issue) => `must be at most 100${describeValue(issue)}`,
  }),
  CRAWL_CONCURRENCY: wholeNumber(2, 2).refine((value) => value >= 1, {
    error: (issue) => `must be at least 1${describeValue(issue)}`,
  }),
  LIMIT_SCALE: positiveNumber(1),
})

/** Every name that an operator can set. */
export const settingNames = Object.keys(environmentSchema.shape)

type Environment = z.output<typeof environmentSchema>

/** @throws SettingsError with one sentence for each variable that is wrong */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const environment = parseEnvironment(env)
  const dataDir = path.resolve(environment.DATA_DIR)
  const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`
  return {
    port: environment.PORT,
    host: environment.HOST,
    publicUrl,
    widgetUrl: readWidgetUrl(environment.WIDGET_URL, publicUrl),
    devConsoleUrl: env.NODE_ENV === 'development' ? `http://localhost:${env.CONSOLE_PORT || 5173}` : null,
    dataDir,
    databaseUrl: environment.DATABASE_URL ?? null,
    embeddedFsync: environment.EMBEDDED_FSYNC,
    databasePool: Math.max(1, environment.DATABASE_POOL),
    redisUrl: environment.REDIS_URL ?? null,
    runsJobs: environment.JOBS,
    workerPort: environment.WORKER_PORT,
    appSecret: environment.APP_SECRET ?? readGeneratedSecret(dataDir),
    previousAppSecret: environment.APP_SECRET_PREVIOUS ?? null,
    ai: readModelServer(environment),
    modelLimits: { timeoutMs: environment.AI_TIMEOUT_MS, contextTokens: environment.AI_CONTEXT_TOKENS },
    allowsCompanyModels: environment.AI_COMPANY_MODELS,
    quotas: {
      answersPerDay: environment.AI_ANSWERS_PER_COMPANY ?? null,
      tokensPerMonth: environment.AI_TOKENS_PER_COMPANY ?? null,
    },
    aiRepliesPerVisitor: environment.AI_REPLIES_PER_VISITOR,
    aiRepliesPerProject: environment.AI_REPLIES_PER_PROJECT,
    signup: environment.SIGNUP,
    verifiesEmail: environment.VERIFY_EMAIL,
    mail: readMailServer(environment, publicUrl),
    inbound: readInboundMailbox(environment, publicUrl),
    s3: readFileStore(environment),
    storagePerCompanyMb: environment.STORAGE_PER_COMPANY_MB,
    trustProxy: environment.TRUST_PROXY,
    metricsToken: environment.METRICS_TOKEN ?? null,
    fetchAllow: environment.FETCH_ALLOW,
    crawlRequestsPerSecond: environment.CRAWL_REQUESTS_PER_SECOND,
    crawlConcurrency: environment.CRAWL_CONCURRENCY,
    limitScale: environment.LIMIT_SCALE,
    logLevel: environment.LOG_LEVEL,
  }
}

/** The level of LOG_LEVEL; undefined where it is unset or wrong, which `readSettings` reports. */
export function readLogLevel({ LOG_LEVEL }: NodeJS.ProcessEnv): string | undefined {
  return logLevels.find((level) => level === LOG_LEVEL)
}

function parseEnvironment(env: NodeJS.ProcessEnv): Environment {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { success, data, error } = environmentSchema.safeParse(nonEmpty)
  const sentences = success
    ? findMissingVariables(data)
    : error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`)
  if (!success || sentences.length > 0) throw new SettingsError(sentences.join('\n'))
  return data
}

/** Variables that others require. */
function findMissingVariables(environment: Environment): string[] {
  const { DATABASE_URL, AI_BASE_URL, AI_MODEL, S3_ENDPOINT } = environment
  const sentences: string[] = []
  if (!environment.JOBS && !DATABASE_URL)
    sentences.push(
      'JOBS=off needs DATABASE_URL: the embedded database is limited to one process, which must run the jobs.',
    )
  // Every process must sign tokens with the same secret.
  if (DATABASE_URL && !environment.APP_SECRET)
    sentences.push('APP_SECRET must be set when DATABASE_URL is set.')
  if (environment.VERIFY_EMAIL && !environment.SMTP_URL)
    sentences.push('VERIFY_EMAIL=on needs SMTP_URL: the links that confirm addresses are mailed.')
  if (AI_BASE_URL && !AI_MODEL) sentences.push('AI_MODEL must be set when AI_BASE_URL is set.')
  if (environment.AI_PROVIDER === 'anthropic' && environment.AI_EMBEDDING_MODEL)
    sentences.push(
      'AI_EMBEDDING_MODEL must be unset for AI_PROVIDER=anthropic, which has no embedding models.',
    )
  if ((environment.AI_INPUT_PRICE === undefined) !== (environment.AI_OUTPUT_PRICE === undefined))
    sentences.push('AI_INPUT_PRICE and AI_OUTPUT_PRICE must be set together.')
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (S3_ENDPOINT && !environment[name]) sentences.push(`${name} must be set when S3_ENDPOINT is set.`)
  return sentences
}

/** Cookies and many proxies ignore ports, so only another host name separates the widget from the console. */
function readWidgetUrl(widgetUrl: string | undefined, publicUrl: string): string | null {
  if (!widgetUrl) return null
  if (new URL(widgetUrl).hostname === new URL(publicUrl).hostname)
    throw new SettingsError(
      `WIDGET_URL must have another host name than PUBLIC_URL (${publicUrl}). Leave it unset to serve the widget from there.`,
    )
  return widgetUrl
}

function readModelServer(environment: Environment): ModelServer | null {
  const { AI_BASE_URL, AI_MODEL, AI_API_KEY, AI_EMBEDDING_MODEL } = environment
  if (!AI_BASE_URL || !AI_MODEL) return null
  const { AI_INPUT_PRICE: input, AI_OUTPUT_PRICE: output } = environment
  return {
    provider: environment.AI_PROVIDER,
    baseUrl: AI_BASE_URL,
    model: AI_MODEL,
    apiKey: AI_API_KEY ?? null,
    timeoutMs: environment.AI_TIMEOUT_MS,
    contextTokens: environment.AI_CONTEXT_TOKENS,
    prices: input === undefined || output === undefined ? null : { input, output },
    ...(AI_EMBEDDING_MODEL ? { embeddingModel: AI_EMBEDDING_MODEL } : {}),
  }
}

function readMailServer({ SMTP_URL, MAIL_FROM }: Environment, publicUrl: string): Settings['mail'] {
  if (!SMTP_URL) return null
  return { url: SMTP_URL, from: MAIL_FROM ?? `AI Chat Platform <no-reply@${new URL(publicUrl).hostname}>` }
}

/** Without MAIL_REPLY_ADDRESS, replies go to the address of the mailbox, which must then support plus addressing. */
function readInboundMailbox(environment: Environment, publicUrl: string): Settings['inbound'] {
  const { MAIL_INBOUND_URL, MAIL_REPLY_ADDRESS } = environment
  if (!MAIL_INBOUND_URL) return null
  const user = decodeURIComponent(new URL(MAIL_INBOUND_URL).username)
  const sender = getAddress(readMailServer(environment, publicUrl)?.from ?? '')
  const replyAddress = MAIL_REPLY_ADDRESS ?? (user.includes('@') ? user : sender)
  if (!replyAddress)
    throw new SettingsError(
      'MAIL_REPLY_ADDRESS must be set where the user of MAIL_INBOUND_URL is no address.',
    )
  return { url: MAIL_INBOUND_URL, replyAddress }
}

function readFileStore(environment: Environment): Settings['s3'] {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** The secret of an embedded installation, which the first start generates in the data directory. */
function readGeneratedSecret(dataDir: string): string {
  const file = path.join(dataDir, 'app-secret')
  if (!existsSync(file)) {
    prepareDataDirectory(dataDir)
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
