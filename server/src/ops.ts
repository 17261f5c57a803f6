import { createReadStream, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { enableSearchExtensions } from './enable-search.ts'
import { createDb } from './kit/db/db.ts'
import { createLog } from './kit/observability/log.ts'
import { createPrivateFiles, prepareDataDirectory, restrictAccess } from './kit/process/data-directory.ts'
import { findMisspelledSettings } from './kit/process/misspelled-settings.ts'
import { readLogLevel, readSettings, type Settings } from './kit/process/settings.ts'
import { StartError } from './kit/process/start-error.ts'
import { writeBackup } from './ops/backup.ts'
import { openBackupSource } from './ops/backup-source.ts'
import { bad, type Finding, getErrorMessage, ok, warn } from './ops/doctor/finding.ts'
import { runDoctor } from './ops/doctor/run-doctor.ts'
import { OpsError } from './ops/ops-error.ts'
import { type RestoreResult, restoreBackup } from './ops/restore.ts'
import { seedDemo } from './ops/seed/seed.ts'
import { checkAllReports } from './reports/check-reports.ts'

const usage = `Usage:
  backup  <directory | file | ->            writes everything into one archive while the product runs (alias: export)
  restore <file | -> [--replace] [--yes]    restores an archive into an empty installation (alias: import)
  seed    [--yes]                           creates a demo company in an installation without companies
  doctor  [--reports] [--json]              checks every configured service and says what to do; with --reports it
                                            also counts every number of the reports a second time`

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const log = createLog({ level: readLogLevel(process.env) ?? 'warn' }, { destination: pino.destination(2) })
/** Progress goes to standard error, because standard output may be the archive. */
const say = (sentence: string) => process.stderr.write(`  ${sentence}\n`)

createPrivateFiles()
await run(process.argv.slice(2)).catch((error) => {
  const isPlain = error instanceof OpsError || error instanceof StartError
  process.stderr.write(`${isPlain ? error.message : error.stack}\n`)
  process.exitCode = 1
})

async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args)
  const [command, file, ...more] = positionals
  if (command === 'doctor' && !file) return doctor(values)
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
      options: {
        replace: { type: 'boolean' },
        yes: { type: 'boolean' },
        json: { type: 'boolean' },
        reports: { type: 'boolean' },
      },
    })
  } catch {
    throw new OpsError(usage)
  }
}

async function backup(target: string): Promise<void> {
  const settings = readSettings(process.env)
  if (target === '-') {
    await writeBackup(standardOutput(), { settings, log, say })
    return
  }
  const file = chooseFileName(target)
  // The final name appears only when the archive is complete. Its mode is private: it contains every conversation.
  const unfinished = `${file}.part`
  await rm(unfinished, { force: true }).catch(() => {}) // one that is not removed cannot be opened either
  const handle = await open(unfinished, 'w', 0o600).catch((error) => {
    throw new OpsError(`The file cannot be written: ${getErrorMessage(error)}`)
  })
  try {
    const { missing } = await writeBackup(handle.createWriteStream({ flush: true }), { settings, log, say })
    await rename(unfinished, file)
    for (const key of missing) say(`Missing in the storage: ${key}`)
    process.stdout.write(`${file}\n`)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Does not close standard output, which the process still writes to. */
function standardOutput(): Writable {
  return new Writable({ write: (chunk, _, done) => void process.stdout.write(chunk, done) })
}

async function restore(
  target: string,
  { replace = false, yes = false }: { replace?: boolean; yes?: boolean },
): Promise<void> {
  const settings = readSettings(process.env)
  const where = settings.databaseUrl ? new URL(settings.databaseUrl).host : settings.dataDir
  if (replace && !yes) await confirm(`Everything in ${where} will be deleted. Type "replace" to continue: `)
  openDataDirectory(settings)
  const input = target === '-' ? process.stdin : createReadStream(resolvePath(target))
  // The transaction is rolled back and stored files are deleted.
  process.once('SIGINT', () => input.destroy(new OpsError('Canceled. Nothing was changed.')))
  const imported = await restoreBackup(input, {
    settings,
    log,
    root,
    enableSearchExtensions,
    replace,
    say,
  })
  process.stdout.write(`${report(imported)}\n`)
}

/** For commands that write, like the start of the product. */
function openDataDirectory({ dataDir }: Settings): void {
  prepareDataDirectory(dataDir)
  const accessible = restrictAccess(dataDir)
  if (accessible) say(accessible)
}

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new OpsError(
      'This needs confirmation, but the input is not a terminal. Add --yes to replace the existing data.',
    )
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
    ...missing.map((key) => `Missing in the archive, because it was missing in the storage: ${key}`),
    ...notes,
    'The restore is complete. Start the product.',
  ].join('\n')
}

async function seed(isConfirmed: boolean): Promise<void> {
  const settings = readSettings(process.env)
  openDataDirectory(settings)
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
      `  ${emails.join(', ')}\n  password of all: ${password}\n`,
  )
}

async function doctor({
  json = false,
  reports = false,
}: {
  json?: boolean
  reports?: boolean
}): Promise<void> {
  const findings = await findProblems()
  const canRead = !findings.some(
    ({ part, state }) => (part === 'settings' || part === 'database') && state === 'bad',
  )
  if (reports && canRead) findings.push(...(await findReportDifferences()))
  process.stdout.write(json ? `${JSON.stringify(findings, null, 2)}\n` : lines(findings))
  process.exit(findings.some(({ state }) => state === 'bad') ? 1 : 0)
}

async function findReportDifferences(): Promise<Finding[]> {
  const source = await openBackupSource(readSettings(process.env), log)
  try {
    const { compared, differences } = await checkAllReports(createDb(source, log))
    if (differences.length === 0)
      return [ok('reports', `every number is that of the messages, in ${compared} conversations`)]
    return differences.map((found) =>
      bad(
        'reports',
        found,
        'Please report this bug. TRUNCATE session_facts, report_counts, report_distributions, session_facts_progress lets reports count everything again.',
      ),
    )
  } finally {
    await source.close()
  }
}

async function findProblems(): Promise<Finding[]> {
  const misspelled = findMisspelledSettings(process.env).map((sentence) =>
    warn('settings', sentence, 'Correct the name of the environment variable.'),
  )
  let settings: Settings
  try {
    settings = readSettings(process.env)
  } catch (error) {
    return [
      ...(error as Error).message
        .split('\n')
        .map((sentence) =>
          bad('settings', sentence, 'Correct the environment variable. README lists all settings.'),
        ),
      ...misspelled,
    ]
  }
  // Findings report what the checks would log.
  const silent = pino({ level: 'silent' })
  return [ok('settings', 'valid'), ...misspelled, ...(await runDoctor({ settings, log: silent, root }))]
}

function lines(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length))
  const text = findings.map(({ part, state, found, todo }) => {
    const first = `${state.padEnd(4)}  ${part.padEnd(width)}  ${found}`
    return todo ? `${first}\n${' '.repeat(8 + width)}→ ${todo}` : first
  })
  return `${text.join('\n')}\n`
}

function chooseFileName(argument: string): string {
  const target = resolvePath(argument)
  const isDirectory = isFolder(target)
  const parent = path.dirname(target)
  const missing = [...(argument.endsWith('/') ? [target] : []), parent].find((folder) => !isFolder(folder))
  if (missing) throw new OpsError(`There is no directory ${missing}. Create it, or choose another one.`)
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return isDirectory ? path.join(target, `aichat-${moment}.tar.gz`) : target
}

function isFolder(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Paths are relative to where the user called npm, which changes to the project's folder. */
function resolvePath(target: string): string {
  return path.resolve(process.env.INIT_CWD || process.cwd(), target)
}
