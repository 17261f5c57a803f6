import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environmentSchema, readSettings } from './settings.ts'

const root = path.resolve(import.meta.dirname, '../../../../')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const names = Object.keys(environmentSchema.shape).sort()
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
  const withValues = variables.flatMap(([, name, value]) => (value ? [[name, value]] : []))
  expect(environmentSchema.safeParse(Object.fromEntries(withValues)).error).toBeUndefined()
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

test('a variable that another one requires gets a sentence too', () => {
  const environment = { DATABASE_URL: 'postgres://localhost', AI_BASE_URL: 'http://localhost/v1/' }
  expect(() => readSettings(environment)).toThrow(
    'APP_SECRET must be set when DATABASE_URL is set.\nAI_MODEL must be set when AI_BASE_URL is set.',
  )
  expect(readSettings({ ...environment, APP_SECRET: secret, AI_MODEL: 'm' }).ai).toEqual({
    baseUrl: 'http://localhost/v1',
    model: 'm',
    apiKey: null,
  })
})

test('a generated secret is stored in the data directory', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-settings-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { appSecret } = readSettings({ DATA_DIR: dataDir })
  expect(appSecret.length).toBeGreaterThanOrEqual(32)
  expect(readSettings({ DATA_DIR: dataDir }).appSecret).toBe(appSecret)
})
