import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { DataDirectoryInUse } from './kit/db/data-directory-lock.ts'
import type { Log } from './kit/process/log.ts'
import { openTracing } from './kit/process/open-tracing.ts'
import { readSettings, type Settings, SettingsError } from './kit/process/settings.ts'
import { noTracing } from './kit/process/tracing.ts'
import type { Given } from './open-app.ts'

const closeWithinMs = 10_000
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const isInTerminal = process.env.START_PROGRESS === 'plain'

type Program = {
  start(given: Given): Promise<{ close(): Promise<void> }>
  portName: 'PORT' | 'WORKER_PORT'
  defaultPort: number
  ready: (settings: Settings) => string
}

/** Runs until it is told to end, and then lets it finish what it does; a bug that nobody caught ends it too. */
export async function runProcess(program: Program): Promise<void> {
  await run(program).catch((error: NodeJS.ErrnoException) => {
    const sentence = plainSentence(error, program)
    process.stderr.write(sentence ? `${sentence}\n` : `${error.stack}\n`)
    process.exit(1)
  })
}

async function run({ start, ready }: Program): Promise<void> {
  const settings = readSettings(process.env)
  // In a terminal the progress lines say what there is to say.
  const level = isInTerminal && !process.env.LOG_LEVEL ? 'warn' : settings.logLevel
  let tracing = noTracing
  const log: Log = pino({ level, mixin: () => tracing.logFields() })
  const say = (sentence: string) => {
    if (isInTerminal) process.stdout.write(`  ${sentence}\n`)
    else log.info(sentence)
  }
  let running: Awaited<ReturnType<Program['start']>> | undefined
  let exitCode: number | undefined
  const close = async () => {
    await running?.close()
    await tracing.close()
    process.exit(exitCode)
  }
  // Requests are answered before the start is over, so whoever ends it then is waited for too.
  const end = (code: number) => {
    if (exitCode !== undefined) return
    exitCode = code
    setTimeout(() => process.exit(1), closeWithinMs).unref()
    if (running) void close()
  }
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))

  tracing = await openTracing(process.env, log)
  running = await start({ settings, log, root, tracing, onStep: say })
  const onBug = (error: unknown) => {
    log.fatal({ err: error }, 'an error that nobody caught')
    end(1)
  }
  process.on('uncaughtException', onBug)
  process.on('unhandledRejection', onBug)
  if (exitCode === undefined) say(ready(settings))
  else await close()
}

/** What an operator can mend is said without a stack. */
function plainSentence(error: NodeJS.ErrnoException, { portName, defaultPort }: Program): string | null {
  if (error instanceof SettingsError || error instanceof DataDirectoryInUse) return error.message
  if (error.code === 'EADDRINUSE')
    return `Port ${process.env[portName] || defaultPort} is in use. Stop what listens there, or set ${portName}.`
  return null
}
