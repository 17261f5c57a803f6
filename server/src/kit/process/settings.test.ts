import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findMisspelledSettings } from './misspelled-settings.ts'
import { environmentSchema, readSettings, settingNames } from './settings.ts'

const root = path.resolve(import.meta.dirname, '../../../../')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const names = [...settingNames].sort()
const secret = 'a secret with more than 32 characters'

test('README explains every variable, and no other', () => {
  const table = read('README.md').match(/^\| `[A-Z].*$/gm) ?? []
  const explained = table.flatMap((row) => [...(row.split('|')[1] as string).matchAll(/`(\w+)`/g)])
  expect(explained.map(([, name]) => name).sort()).toEqual(names)
})

test('.env.example lists every variable, with values that the schema accepts', () => {
  const example = read('.env.example').split('# Read by compose.yaml alone.')[0] as string
  const variables = [...example.matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)]
  expect(variables.map(([, name]) => name).sort()).toEqual(names)
  const values = parseEnv(example.replace(/^#(?=[A-Z0-9_]+=)/gm, ''))
  const withValues = Object.entries(values).filter(([, value]) => value !== '')
  expect(environmentSchema.safeParse(Object.fromEntries(withValues)).error).toBeUndefined()
})

test('.env.example has the same values for a shell and for Node', () => {
  const example = read('.env.example').replace(/^#(?=[A-Z0-9_]+=)/gm, '')
  const script = `set -a\n${example}\nexec node -p 'JSON.stringify(process.env)'`
  const env = JSON.parse(
    execFileSync('sh', ['-c', script], { env: { PATH: process.env.PATH }, encoding: 'utf8' }),
  )
  expect(env).toMatchObject(parseEnv(example))
})

test('an empty variable counts as unset', () => {
  const settings = readSettings({ APP_SECRET: secret, PORT: '', DATABASE_URL: '', LIMIT_SCALE: '' })
  expect(settings).toMatchObject({ port: 3000, databaseUrl: null, limitScale: 1, ai: null, s3: null })
})

test('every wrong variable gets a sentence that names it', () => {
  const environment = {
    PORT: 'http',
    JOBS: 'maybe',
    LIMIT_SCALE: '0',
    APP_SECRET: 'short',
    SMTP_URL: 'mail.example.com',
  }
  expect(() => readSettings(environment)).toThrow(
    [
      'PORT must be a whole number, not "http".',
      'APP_SECRET must have at least 32 characters.',
      'JOBS must be on or off, not "maybe".',
      'SMTP_URL must look like smtp://user:password@mail.example.com:587.',
      'LIMIT_SCALE must be a number above 0, not "0".',
    ].join('\n'),
  )
})

test.each([
  [{ PORT: '99999' }, 'PORT must be at most 65535, not "99999".'],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
  ],
  [{ PUBLIC_URL: 'banana' }, 'PUBLIC_URL must look like https://chat.example.com.'],
  [{ WIDGET_URL: 'banana' }, 'WIDGET_URL must look like https://widget.example.com.'],
  [{ WIDGET_URL: 'https://a.example/b' }, 'WIDGET_URL must look like https://widget.example.com.'],
  [
    { WIDGET_URL: 'https://chat.example.com:8443', PUBLIC_URL: 'https://chat.example.com' },
    'WIDGET_URL must have another host name than PUBLIC_URL (https://chat.example.com). Leave it unset to serve the widget from there.',
  ],
  [{ AI_BASE_URL: 'banana', AI_MODEL: 'm' }, 'AI_BASE_URL must look like http://127.0.0.1:11434/v1.'],
  [{ AI_TIMEOUT_MS: '60001' }, 'AI_TIMEOUT_MS must be between 100 and 60000, not "60001".'],
  [{ AI_CONTEXT_TOKENS: '999' }, 'AI_CONTEXT_TOKENS must be at least 1000, not "999".'],
  [{ FETCH_ALLOW: 'banana' }, 'FETCH_ALLOW must list host:port pairs, like intranet.example.com:8080.'],
  [{ SIGNUP: 'off' }, 'SIGNUP must be open, invite or closed, not "off".'],
  [{ VERIFY_EMAIL: 'yes' }, 'VERIFY_EMAIL must be on or off, not "yes".'],
  [{ VERIFY_EMAIL: 'on' }, 'VERIFY_EMAIL=on needs SMTP_URL: the links that confirm addresses are mailed.'],
  [
    { MAIL_INBOUND_URL: 'imaps://imap.example.com' },
    'MAIL_INBOUND_URL must look like imaps://user:password@imap.example.com.',
  ],
  [
    { MAIL_INBOUND_URL: 'imaps://chat:secret@imap.example.com' },
    'MAIL_REPLY_ADDRESS must be set where the user of MAIL_INBOUND_URL is no address.',
  ],
  [
    { MAIL_REPLY_ADDRESS: 'chat' },
    'MAIL_REPLY_ADDRESS must look like support@example.com or *@replies.example.com, not "chat".',
  ],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must look like redis://127.0.0.1:6379.'],
  [
    { REDIS_URL: 'redis://:ab/cd=@127.0.0.1:6379' },
    'REDIS_URL must look like redis://127.0.0.1:6379. Encode special characters of the password, such as / as %2F.',
  ],
  [{ DATABASE_URL: 'aichat' }, 'DATABASE_URL must look like postgres://user:password@127.0.0.1:5432/aichat.'],
])('%o is refused with a sentence', (environment, sentence) => {
  expect(() => readSettings({ APP_SECRET: secret, ...environment })).toThrow(new Error(sentence))
})

test('addresses of the usual forms are accepted', () => {
  const settings = readSettings({
    APP_SECRET: secret,
    PUBLIC_URL: 'https://example.com/chat/',
    DATABASE_URL: 'postgresql:///aichat?host=/var/run/postgresql',
    REDIS_URL: 'rediss://:secret@cache.example.com:6380/2',
    FETCH_ALLOW: 'localhost:8080, [::1]:443, 10.0.0.7:80',
  })
  expect(settings).toMatchObject({
    publicUrl: 'https://example.com/chat',
    databaseUrl: 'postgresql:///aichat?host=/var/run/postgresql',
    fetchAllow: ['localhost:8080', '[::1]:443', '10.0.0.7:80'],
  })
})

test('a variable that another one requires gets a sentence too', () => {
  const environment = { DATABASE_URL: 'postgres://localhost', AI_BASE_URL: 'http://localhost/v1/' }
  expect(() => readSettings(environment)).toThrow(
    'APP_SECRET must be set when DATABASE_URL is set.\nAI_MODEL must be set when AI_BASE_URL is set.',
  )
  expect(readSettings({ ...environment, APP_SECRET: secret, AI_MODEL: 'm' }).ai).toEqual({
    provider: 'openai',
    prices: null,
    baseUrl: 'http://localhost/v1',
    model: 'm',
    apiKey: null,
    timeoutMs: 12_000,
    contextTokens: 8000,
  })
})

test('a generated secret is stored in the data directory', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-settings-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { appSecret } = readSettings({ DATA_DIR: dataDir })
  expect(appSecret.length).toBeGreaterThanOrEqual(32)
  expect(readSettings({ DATA_DIR: dataDir }).appSecret).toBe(appSecret)
})

test.each([
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['REDDIS_URL', 'REDIS_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['APP_SECERT', 'APP_SECRET'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['S3_SECRET_ACESS_KEY', 'S3_SECRET_ACCESS_KEY'],
  ['AI_REPLIES_PER_VISITORS', 'AI_REPLIES_PER_VISITOR'],
  ['TRUST-PROXY', 'TRUST_PROXY'],
  ['PROT', 'PORT'],
])('%s is reported as a misspelling of %s', (name, setting) => {
  expect(findMisspelledSettings({ [name]: 'value' })).toEqual([
    `${name} is not a setting and has no effect. Did you mean ${setting}?`,
  ])
})

test('neither settings nor the variables of other programs are reported as misspelled', () => {
  const others = [
    'PATH HOME HOSTNAME HOSTS HTTP_PORT JOB PORTS SPORT TERM USER',
    'AWS_API_KEY UI_MODEL X_API_KEY OPENAI_API_KEY E3_BUCKET AWS_S3_BUCKET AWS_REGION',
    'DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_SSL PGDATABASE MY_DATABASE_URL VITE_PUBLIC_URL NEXT_PUBLIC_URL',
    'META_DIR DATE_DIR HTTP_URL REDIS_TLS REDIS_PORT REDIS_HOST SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASS',
    'POSTGRES_PASSWORD SITE_ADDRESS OTEL_EXPORTER_OTLP_ENDPOINT NODE_ENV npm_config_loglevel INIT_CWD',
  ]
  const names = others.flatMap((line) => line.split(' '))
  const env = Object.fromEntries([...names, ...settingNames].map((name) => [name, 'value']))
  expect(findMisspelledSettings(env)).toEqual([])
})

test.each([
  [{ MAIL_INBOUND_URL: 'imaps://chat%40example.com:secret@imap.example.com' }, 'chat@example.com'],
  [
    {
      MAIL_INBOUND_URL: 'imaps://chat:secret@imap.example.com',
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'Shop <shop@example.com>',
    },
    'shop@example.com',
  ],
  [
    {
      MAIL_INBOUND_URL: 'imap://chat:secret@imap.example.com/Replies',
      MAIL_REPLY_ADDRESS: '*@replies.example.com',
    },
    '*@replies.example.com',
  ],
])('replies to %o go to %s', (environment, replyAddress) => {
  expect(readSettings({ APP_SECRET: secret, ...environment }).inbound).toEqual({
    url: environment.MAIL_INBOUND_URL,
    replyAddress,
  })
})
