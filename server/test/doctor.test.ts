import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Settings } from '../src/kit/process/settings.ts'
import type { Finding } from '../src/ops/doctor/finding.ts'
import { runDoctor } from '../src/ops/doctor/run-doctor.ts'
import { connectToDatabase } from './backups.ts'
import { createFixtures } from './fixtures.ts'
import { createMailbox } from './mailbox.ts'
import { modelServer } from './model-server.ts'
import { findFreePort } from './ports.ts'
import { buildServer } from './server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const log = pino({ level: 'silent' })
const fixtures = createFixtures()
const mailbox = createMailbox()

function look(change: Partial<Settings> = {}): Promise<Finding[]> {
  const settings = { ...fixtures.server.app.settings, publicUrl: fixtures.server.url, ...change }
  return runDoctor({ settings, log, root })
}

function badOf(findings: Finding[]): Finding[] {
  return findings.filter(({ state }) => state === 'bad')
}

function emptyDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-doctor-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

describe('the doctor', () => {
  test('finds nothing bad where all is well, while the product runs', async () => {
    const server = await modelServer(
      () => ({ text: 'ok' }),
      () => [1, 2, 3],
    )
    const ai = { baseUrl: server.baseUrl, model: 'small', apiKey: null, embeddingModel: 'smaller' }
    const mail = { url: mailbox.url, from: 'no-reply@example.com' }
    const findings = await look({ ai, mail })
    expect(badOf(findings)).toEqual([])
    const words = findings.map(({ part, found }) => `${part}: ${found}`)
    expect(words).toEqual(
      expect.arrayContaining([
        'walls: every table holds a company to its own rows',
        'roles: 4 roles, all without power',
        'queue: no job waits',
        'embedding: smaller makes vectors of 3 dimensions',
        `address: ${fixtures.server.url} leads here`,
        expect.stringMatching(/^clock: that of 127\.0\.0\.1:\d+ is 0 s from ours$/),
        expect.stringMatching(/^mail: 127\.0\.0\.1:\d+ lets us in; /),
        expect.stringMatching(/^schema: \d+, the newest$/),
        expect.stringMatching(/^storage: .* can be written, read and removed from$/),
      ]),
    )
  })

  test('names a table without a wall', async () => {
    const client = await connectToDatabase(fixtures.server.app.settings)
    onTestFinished(async () => {
      await client.query('ALTER TABLE notes FORCE ROW LEVEL SECURITY')
      await client.end()
    })
    await client.query('ALTER TABLE notes NO FORCE ROW LEVEL SECURITY')
    expect(badOf(await look())).toMatchObject([{ part: 'walls', found: 'no forced row policy on notes' }])
  })

  test('says that nobody runs what is queued', async () => {
    await fixtures.server.app.jobs.add('nobody-works-here', 'one', { id: 'one' })
    const client = await connectToDatabase(fixtures.server.app.settings)
    onTestFinished(async () => {
      await client.query(`DELETE FROM jobs.job WHERE name = 'nobody-works-here'`)
      await client.end()
    })
    await client.query(`
      UPDATE jobs.job SET created_on = now() - interval '11 minutes', start_after = now() - interval '11 minutes'
      WHERE name = 'nobody-works-here'`)
    expect(badOf(await look())).toMatchObject([
      { part: 'queue', found: expect.stringMatching(/^1 wait, the oldest for 66\d s$/) },
    ])
  })

  test('says which part does not work, and what to do', async () => {
    const dataDir = emptyDirectory()
    writeFileSync(path.join(dataDir, 'files'), 'not a folder')
    const model = await modelServer(() => ({ status: 401, raw: '{"error":{"message":"no such key"}}' }))
    const findings = await look({
      dataDir,
      databaseUrl: `postgres://aichat:wrong@127.0.0.1:${await refusingDatabase()}/aichat`,
      redisUrl: `redis://127.0.0.1:${await findFreePort()}`,
      ai: { baseUrl: model.baseUrl, model: 'small', apiKey: 'wrong' },
      mail: { url: `smtp://127.0.0.1:${await findFreePort()}`, from: 'a@example.com' },
      trustProxy: ['0.0.0.0/0'],
    })
    expect(badOf(findings).map(({ part, todo }) => [part, todo])).toEqual([
      ['database', 'Correct the user and password in DATABASE_URL.'],
      ['storage', expect.stringContaining('Give the folder to the user')],
      ['redis', expect.stringContaining('Start Redis')],
      ['model', 'Correct AI_API_KEY: the server refuses it.'],
      ['mail', expect.stringContaining('Correct host and port in SMTP_URL')],
      ['proxies', 'List your own proxies only.'],
    ])
    expect(JSON.stringify(findings)).not.toContain('wrong')
  })
})

/** A PostgreSQL that takes nobody's password. */
async function refusingDatabase(): Promise<number> {
  const fields = 'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "aichat"\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + fields.length)
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])))
    socket.on('error', () => {}) // who was refused goes as they like
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return port
}

describe('the commands', () => {
  beforeAll(buildServer, 120_000)

  async function command(args: string[], change: Partial<Settings> = {}) {
    const { dataDir, databaseUrl, redisUrl, appSecret } = { ...fixtures.server.app.settings, ...change }
    const child = spawn(process.execPath, ['--liftoff-only', 'server/dist/ops.js', ...args], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        APP_SECRET: appSecret,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', errors: '' }
    child.stdout.on('data', (chunk) => {
      said.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      said.errors += chunk
    })
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, ...said }
  }

  test('make a backup of a running product, and restore it in an empty place only', async () => {
    await fixtures.signUp('kept')
    const folder = emptyDirectory()
    const backup = await command(['backup', folder])
    expect(backup).toMatchObject({ code: 0, errors: expect.stringContaining('messages: 0 rows') })
    const [name, ...others] = readdirSync(folder)
    const file = path.join(folder, name as string)
    expect(others).toEqual([])
    expect(backup.out).toBe(`${file}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const running = await command(['restore', file])
    const { databaseUrl } = fixtures.server.app.settings
    expect(running).toMatchObject({
      code: 1,
      errors: expect.stringContaining(databaseUrl ? 'Stop every process of it first' : 'Stop that process'),
    })
    const unasked = await command(['restore', file, '--replace'])
    expect(unasked).toMatchObject({ code: 1, errors: expect.stringContaining('add --yes') })

    const there = { dataDir: emptyDirectory(), databaseUrl: null }
    const restored = await command(['restore', file], there)
    expect(restored).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\ncompanies +1 +1 +(\w{16}) \1\n/),
    })
    const twice = await command(['import', file], there)
    expect(twice).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is 1 company in this database'),
    })
  }, 90_000)

  test('say by their exit whether something is bad', async () => {
    const redisUrl = `redis://127.0.0.1:${await findFreePort()}`
    const ill = await command(['doctor', '--json'], {
      dataDir: emptyDirectory(),
      databaseUrl: null,
      redisUrl,
    })
    expect(ill.code).toBe(1)
    expect(badOf(JSON.parse(ill.out))).toMatchObject([{ part: 'redis' }])
    const well = await command(['doctor'], { dataDir: emptyDirectory(), databaseUrl: null, redisUrl: null })
    expect(well.code).toBe(0)
    expect(well.out).toMatch(/^ok {4}settings +understood$/m)
  }, 60_000)
})
