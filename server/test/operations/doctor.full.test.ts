import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Settings } from '../../src/kit/process/settings.ts'
import type { Finding } from '../../src/ops/doctor/finding.ts'
import { runDoctor } from '../../src/ops/doctor/run-doctor.ts'
import { createPrivateFixtures } from '../fixtures/fixtures.ts'
import { connectToDatabase } from '../kit/backups.ts'
import { createImapServer } from '../kit/imap-server.ts'
import { createMailbox } from '../kit/mailbox.ts'
import { modelServer } from '../kit/model-server.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer } from '../kit/server-process.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const log = pino({ level: 'silent' })
const fixtures = createPrivateFixtures()
const mailbox = createMailbox()
const imap = createImapServer()

function look(change: Partial<Settings> = {}): Promise<Finding[]> {
  const settings = { ...fixtures.server.app.settings, publicUrl: fixtures.server.url, ...change }
  return runDoctor({ settings, log, root })
}

function listBad(findings: Finding[]): Finding[] {
  return findings.filter(({ state }) => state === 'bad')
}

function emptyDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-doctor-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

describe('the doctor', () => {
  test('reports no problem for a working installation while the product runs', async () => {
    const server = await modelServer(
      () => ({ text: 'ok' }),
      () => [1, 2, 3],
    )
    const ai = { baseUrl: server.baseUrl, model: 'small', apiKey: null, embeddingModel: 'smaller' }
    const mail = { url: mailbox.url, from: 'no-reply@example.com' }
    const inbound = { url: imap.url, replyAddress: '*@example.com' }
    const findings = await look({ ai, mail, inbound })
    expect(listBad(findings)).toEqual([])
    const words = findings.map(({ part, found }) => `${part}: ${found}`)
    expect(words).toEqual(
      expect.arrayContaining([
        'row-level security: enforced on every table',
        'roles: 4 roles with least privilege',
        'queue: no jobs waiting',
        'embedding: smaller returns vectors of 3 dimensions',
        `address: ${fixtures.server.url} reaches the product`,
        expect.stringMatching(/^clock: the clock of 127\.0\.0\.1:\d+ differs by 0 s$/),
        expect.stringMatching(
          /^inbound mail: 127\.0\.0\.1:\d+ opens the mailbox; replies go to …@example\.com$/,
        ),
        expect.stringMatching(/^mail: 127\.0\.0\.1:\d+ accepts the connection; /),
        expect.stringMatching(/^schema: version \d+, up to date$/),
        expect.stringMatching(/^storage: .* can be written, read and deleted$/),
      ]),
    )
  })

  test('reports a table without forced row-level security', async () => {
    const client = await connectToDatabase(fixtures.server.app.settings)
    onTestFinished(async () => {
      await client.query('ALTER TABLE notes FORCE ROW LEVEL SECURITY')
      await client.end()
    })
    await client.query('ALTER TABLE notes NO FORCE ROW LEVEL SECURITY')
    expect(listBad(await look())).toMatchObject([
      { part: 'row-level security', found: 'not enforced on notes' },
    ])
  })

  test('reports jobs that no process handles', async () => {
    await fixtures.server.app.jobs.add('unhandled-queue', 'one', { id: 'one' })
    const client = await connectToDatabase(fixtures.server.app.settings)
    onTestFinished(async () => {
      await client.query(`DELETE FROM jobs.job WHERE name = 'unhandled-queue'`)
      await client.end()
    })
    await client.query(`
      UPDATE jobs.job SET created_on = now() - interval '11 minutes', start_after = now() - interval '11 minutes'
      WHERE name = 'unhandled-queue'`)
    expect(listBad(await look())).toMatchObject([
      { part: 'queue', found: expect.stringMatching(/^1 waiting, the oldest for 66\d s$/) },
    ])
  })

  test('reports each failing service with the action to take', async () => {
    const dataDir = emptyDirectory()
    writeFileSync(path.join(dataDir, 'files'), 'not a folder')
    const model = await modelServer(() => ({ status: 401, raw: '{"error":{"message":"no such key"}}' }))
    const findings = await look({
      dataDir,
      databaseUrl: `postgres://aichat:wrong@127.0.0.1:${await refusingDatabase()}/aichat`,
      redisUrl: `redis://127.0.0.1:${await findFreePort()}`,
      ai: { baseUrl: model.baseUrl, model: 'small', apiKey: 'wrong' },
      mail: { url: `smtp://127.0.0.1:${await findFreePort()}`, from: 'a@example.com' },
      inbound: { url: imap.url.replace('secret', 'wrong'), replyAddress: 'a@example.com' },
      trustProxy: ['0.0.0.0/0'],
    })
    expect(listBad(findings).map(({ part, todo }) => [part, todo])).toEqual([
      ['database', 'Correct the user and password in DATABASE_URL.'],
      ['storage', expect.stringContaining('Make the folder writable')],
      ['redis', expect.stringContaining('Start Redis')],
      ['model', 'Correct AI_API_KEY: the model server rejects it.'],
      ['mail', expect.stringContaining('Correct host and port in SMTP_URL')],
      ['inbound mail', expect.stringContaining('Correct the user and password in MAIL_INBOUND_URL.')],
      ['proxies', 'List the addresses of your own proxies only.'],
    ])
    expect(JSON.stringify(findings)).not.toContain('wrong')
  })
})

/** A PostgreSQL server that rejects every password. */
async function refusingDatabase(): Promise<number> {
  const fields = 'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "aichat"\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + fields.length)
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])))
    socket.on('error', () => {}) // the client may reset the connection
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return port
}

describe('the command line', () => {
  beforeAll(buildServer, 120_000)

  async function command(
    args: string[],
    change: Partial<Settings> = {},
    environment: Record<string, string> = {},
  ) {
    const publicUrl = `http://127.0.0.1:${await findFreePort()}`
    const { dataDir, databaseUrl, redisUrl, appSecret } = { ...fixtures.server.app.settings, ...change }
    const child = spawn(process.execPath, ['--liftoff-only', 'server/dist/ops.js', ...args], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        APP_SECRET: appSecret,
        // Another program may listen on the default port.
        PUBLIC_URL: publicUrl,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { out: '', errors: '' }
    child.stdout.on('data', (chunk) => {
      output.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      output.errors += chunk
    })
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, ...output }
  }

  test('creates a backup of a running product, and restores it only into an empty installation', async () => {
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
    expect(unasked).toMatchObject({ code: 1, errors: expect.stringContaining('Add --yes') })

    const there = { dataDir: emptyDirectory(), databaseUrl: null }
    const restored = await command(['restore', file], there)
    expect(restored).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\ncompanies +1 +1 +(\w{16}) \1\n/),
    })
    const twice = await command(['import', file], there)
    expect(twice).toMatchObject({
      code: 1,
      errors: expect.stringContaining('The database already has 1 company'),
    })
  })

  test('a backup into a directory that does not exist is refused in one sentence', async () => {
    const missing = path.join(emptyDirectory(), 'backups')
    for (const target of [`${missing}/`, path.join(missing, 'backup.tar.gz')])
      expect(await command(['backup', target])).toMatchObject({
        code: 1,
        errors: `There is no directory ${missing}. Create it, or choose another one.\n`,
      })
    expect(readdirSync(path.dirname(missing))).toEqual([])
  })

  test('a restore of a directory is refused in one sentence', async () => {
    const target = emptyDirectory()
    const { code, errors } = await command(['restore', target], {
      dataDir: emptyDirectory(),
      databaseUrl: null,
    })
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringMatching(/^The file cannot be read: .+\n$/),
    })
  })

  test.each([
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
    ],
    [{ PORT: '99999' }, 'PORT must be at most 65535, not "99999".'],
  ])('doctor reports %o', async (environment, found) => {
    const { code, out, errors } = await command(['doctor', '--json'], {}, environment)
    expect({ code, errors }).toEqual({ code: 1, errors: '' })
    expect(listBad(JSON.parse(out))).toMatchObject([{ part: 'settings', found }])
  })

  test('doctor warns about a misspelled variable', async () => {
    const place = { dataDir: emptyDirectory(), databaseUrl: null, redisUrl: null }
    const { code, out } = await command(['doctor', '--json'], place, {
      PUBLIC_ULR: 'https://chat.example.com',
    })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ state: 'warn', found: expect.stringContaining('Did you mean PUBLIC_URL?') }),
    )
  })

  test('npm run doctor -- --json prints nothing but JSON', async () => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: emptyDirectory() }
    const { stdout } = spawnSync('npm', ['run', 'doctor', '--', '--json'], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    expect(JSON.parse(stdout)[0]).toEqual({ part: 'settings', state: 'ok', found: 'valid', todo: null })
  })

  test('doctor exits with 1 if a check is bad', async () => {
    const redisUrl = `redis://127.0.0.1:${await findFreePort()}`
    const failing = await command(['doctor', '--json'], {
      dataDir: emptyDirectory(),
      databaseUrl: null,
      redisUrl,
    })
    expect(failing.code).toBe(1)
    expect(listBad(JSON.parse(failing.out))).toMatchObject([{ part: 'redis' }])
    const healthy = await command(['doctor'], {
      dataDir: emptyDirectory(),
      databaseUrl: null,
      redisUrl: null,
    })
    expect(healthy.code).toBe(0)
    expect(healthy.out).toMatch(/^ok {4}settings +valid$/m)
  })
})
