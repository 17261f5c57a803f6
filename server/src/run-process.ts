import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { DataDirectoryInUse } from './kit/lock.ts'
import type { Log } from './kit/log.ts'
import { openTracing } from './kit/open-tracing.ts'
import { readSettings, type Settings, SettingsError } from './kit/settings.ts'
import { noTracing } from './kit/tracing.ts'
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
  const log: Log = pino({ level, mixin: () => tracing.ids() })
  const say = (sentence: string) => {
    if (isInTerminal) process.stdout.write(`  ${sentence}\n`)
    else log.info(sentence)
  }
  tracing = await openTracing(process.env, log)
  const running = await start({ settings, log, root, tracing, onStep: say })
  say(ready(settings))

  let isClosing = false
  const close = async (code: number) => {
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(1), closeWithinMs).unref()
    await running.close()
    await tracing.close()
    process.exit(code)
  }
  process.on('SIGTERM', () => close(0))
  process.on('SIGINT', () => close(0))
  const onBug = (error: unknown) => {
    log.fatal({ err: error }, 'an error that nobody caught')
    void close(1)
  }
  process.on('uncaughtException', onBug)
  process.on('unhandledRejection', onBug)
}

/** What an operator can mend is said without a stack. */
function plainSentence(error: NodeJS.ErrnoException, { portName, defaultPort }: Program): string | null {
  if (error instanceof SettingsError || error instanceof DataDirectoryInUse) return error.message
  if (error.code === 'EADDRINUSE')
    return `Port ${process.env[portName] || defaultPort} is in use. Stop what listens there, or set ${portName}.`
  return null
}
