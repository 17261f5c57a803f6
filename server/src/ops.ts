import { createReadStream, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { DataDirectoryInUse } from './kit/db/data-directory-lock.ts'
import { readSettings, type Settings, SettingsError } from './kit/process/settings.ts'
import { writeBackup } from './ops/backup.ts'
import { bad, type Finding, getErrorMessage, ok } from './ops/doctor/finding.ts'
import { runDoctor } from './ops/doctor/run-doctor.ts'
import { OpsError } from './ops/ops-error.ts'
import { type RestoreResult, restoreBackup } from './ops/restore.ts'
import { seedDemo } from './ops/seed/seed.ts'

const usage = `Usage:
  backup  <directory | file | ->            everything into one archive, while the product runs (export is the same)
  restore <file | -> [--replace] [--yes]    an archive into an empty installation (import is the same)
  seed    [--yes]                           a demo company with conversations in an installation without companies
  doctor  [--json]                          whether all that is set works, and what to do where it does not`

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const log = pino({ level: process.env.LOG_LEVEL || 'warn' }, pino.destination(2))
/** What is said goes beside the archive, which may be what is printed. */
const say = (sentence: string) => process.stderr.write(`  ${sentence}\n`)

await run(process.argv.slice(2)).catch((error) => {
  const isPlain =
    error instanceof OpsError || error instanceof SettingsError || error instanceof DataDirectoryInUse
  process.stderr.write(`${isPlain ? error.message : error.stack}\n`)
  process.exitCode = 1
})

async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args)
  const [command, file, ...more] = positionals
  if (command === 'doctor' && !file) return doctor(values.json === true)
  if (command === 'seed' && !file) return seed(values.yes === true)
  if (!file || more.length > 0) throw new OpsError(usage)
  if (command === 'backup' || command === 'export') return backup(file)
  if (command === 'restore' || command === 'import') return restore(file, values)
  throw new OpsError(usage)
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean' }, yes: { type: 'boolean' }, json: { type: 'boolean' } },
    })
  } catch {
    throw new OpsError(usage)
  }
}

async function backup(place: string): Promise<void> {
  const settings = readSettings(process.env)
  if (place === '-') {
    await writeBackup(standardOutput(), { settings, log, say })
    return
  }
  const file = fileIn(fromWhereAsked(place))
  // Under its own name only once it is whole; for its owner alone, because it holds what everybody wrote.
  const unfinished = `${file}.part`
  const handle = await open(unfinished, 'w', 0o600).catch((error) => {
    throw new OpsError(`Nothing can be written there: ${getErrorMessage(error)}`)
  })
  try {
    const { missing } = await writeBackup(handle.createWriteStream({ flush: true }), { settings, log, say })
    await rename(unfinished, file)
    for (const key of missing) say(`Not in the storage: ${key}`)
    process.stdout.write(`${file}\n`)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Left open: this process has more to say. */
function standardOutput(): Writable {
  return new Writable({ write: (chunk, _, done) => void process.stdout.write(chunk, done) })
}

async function restore(
  place: string,
  { replace = false, yes = false }: { replace?: boolean; yes?: boolean },
): Promise<void> {
  const settings = readSettings(process.env)
  const where = settings.databaseUrl ? new URL(settings.databaseUrl).host : settings.dataDir
  if (replace && !yes) await confirm(`Everything in ${where} will be removed. Type "replace" to go on: `)
  const input = place === '-' ? process.stdin : createReadStream(fromWhereAsked(place))
  // What has been stored so far goes again.
  process.once('SIGINT', () => input.destroy(new OpsError('Stopped. Nothing was changed.')))
  const imported = await restoreBackup(input, { settings, log, root, replace, say })
  process.stdout.write(`${report(imported)}\n`)
}

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new OpsError('Nobody is there to be asked: add --yes to replace what is there.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(question)
  terminal.close()
  if (answer.trim() !== 'replace') throw new OpsError('Nothing was changed.')
}

function report({ tables, files, missing, notes }: RestoreResult): string {
  const width = Math.max(...tables.map(({ name }) => name.length))
  return [
    `${'table'.padEnd(width)}      rows      rows  checksum`,
    `${''.padEnd(width)}   archive  database  of both`,
    ...tables.map(({ name, archive, database }) => {
      const counts = `${String(archive.rows).padStart(10)}${String(database.rows).padStart(10)}`
      return `${name.padEnd(width)}${counts}  ${archive.checksum.slice(0, 16)} ${database.checksum.slice(0, 16)}`
    }),
    `${files} files`,
    ...missing.map((key) => `Not in the archive, as it was not in the storage: ${key}`),
    ...notes,
    'Everything is there. Start the product.',
  ].join('\n')
}

async function seed(isConfirmed: boolean): Promise<void> {
  const settings = readSettings(process.env)
  // The other commands need not load the whole product.
  const { start } = await import('./build.ts')
  const startProduct = (own: Settings) => start({ settings: own, log, root })
  const result = await seedDemo({ settings, log, isConfirmed, say, start: startProduct })
  if (!result.isCreated) {
    process.stdout.write('The demo company exists already. Nothing was changed.\n')
    return
  }
  const { emails, password, conversationCount } = result
  process.stdout.write(
    `Created the demo company with ${conversationCount} conversations. Start the product and sign in with:\n` +
      `  ${emails.join(', ')}\n  password of all three: ${password}\n`,
  )
}

async function doctor(asJson: boolean): Promise<void> {
  const findings = await look()
  process.stdout.write(asJson ? `${JSON.stringify(findings, null, 2)}\n` : lines(findings))
  process.exit(findings.some(({ state }) => state === 'bad') ? 1 : 0)
}

async function look(): Promise<Finding[]> {
  let settings: Settings
  try {
    settings = readSettings(process.env)
  } catch (error) {
    return [
      bad(
        'settings',
        getErrorMessage(error),
        'Correct it in the environment; README says what each setting means.',
      ),
    ]
  }
  // What a part logs is said by its finding.
  const silent = pino({ level: 'silent' })
  return [ok('settings', 'understood'), ...(await runDoctor({ settings, log: silent, root }))]
}

function lines(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length))
  const text = findings.map(({ part, state, found, todo }) => {
    const first = `${state.padEnd(4)}  ${part.padEnd(width)}  ${found}`
    return todo ? `${first}\n${' '.repeat(8 + width)}→ ${todo}` : first
  })
  return `${text.join('\n')}\n`
}

function fileIn(place: string): string {
  const isDirectory = statSync(place, { throwIfNoEntry: false })?.isDirectory()
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return isDirectory ? path.join(place, `aichat-${moment}.tar.gz`) : place
}

/** npm runs its commands in the folder of the project. */
function fromWhereAsked(place: string): string {
  return path.resolve(process.env.INIT_CWD || process.cwd(), place)
}
