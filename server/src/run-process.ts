import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog, createLogCounts } from './kit/observability/log.ts'
import { openTracing } from './kit/observability/open-tracing.ts'
import { noTracing } from './kit/observability/tracing.ts'
import { createPrivateFiles, prepareDataDirectory, restrictAccess } from './kit/process/data-directory.ts'
import { findMisspelledSettings } from './kit/process/misspelled-settings.ts'
import { readSettings, type Settings } from './kit/process/settings.ts'
import { StartError } from './kit/process/start-error.ts'
import type { StartOptions } from './open-app.ts'

const closeTimeoutMs = 10_000
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const isInteractive = process.env.START_PROGRESS === 'plain'

type Program = {
  start(options: StartOptions): Promise<{ close(): Promise<void> }>
  portName: 'PORT' | 'WORKER_PORT'
  defaultPort: number
  ready: (settings: Settings) => string
}

/** Runs a program until SIGTERM, SIGINT or an uncaught error, and then closes it gracefully. */
export async function runProcess(program: Program): Promise<void> {
  createPrivateFiles()
  await run(program).catch((error: NodeJS.ErrnoException) => {
    const sentence = explainStartError(error, program)
    process.stderr.write(sentence ? `${sentence}\n` : `${error.stack}\n`)
    process.exit(1)
  })
}

async function run({ start, ready }: Program): Promise<void> {
  const settings = readSettings(process.env)
  // In a terminal, progress lines replace the log.
  const level = isInteractive && !process.env.LOG_LEVEL ? 'warn' : settings.logLevel
  let tracing = noTracing
  const logCounts = createLogCounts()
  const log = createLog({ level, mixin: () => tracing.logFields() }, { counts: logCounts })
  const report = (sentence: string) => {
    if (isInteractive) process.stdout.write(`  ${sentence}\n`)
    else log.info(sentence)
  }
  let running: Awaited<ReturnType<Program['start']>> | undefined
  let exitCode: number | undefined
  const close = async () => {
    await running?.close()
    await tracing.close()
    report('Stopped')
    process.exit(exitCode)
  }
  // Requests are answered before the start has finished, so a signal during the start closes gracefully too.
  const end = (code: number) => {
    if (exitCode !== undefined) return
    exitCode = code
    report('Draining: running requests complete, new ones are refused')
    setTimeout(() => process.exit(1), closeTimeoutMs).unref()
    if (running) void close()
  }
  const onUncaughtError = (error: unknown) => {
    log.fatal({ err: error }, 'an uncaught error ends the process')
    end(1)
  }
  process.on('uncaughtException', onUncaughtError)
  process.on('unhandledRejection', onUncaughtError)
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))

  report(`Starting on Node ${process.versions.node}`)
  tracing = await openTracing(process.env, log)
  prepareDataDirectory(settings.dataDir)
  const accessible = restrictAccess(settings.dataDir)
  if (accessible) log.warn(accessible)
  for (const sentence of findMisspelledSettings(process.env)) log.warn(sentence)
  running = await start({ settings, log, logCounts, root, tracing, onStep: report })
  if (exitCode === undefined) report(ready(settings))
  else await close()
}

/** A sentence instead of a stack trace for errors that an operator can fix; null for others. */
function explainStartError(error: NodeJS.ErrnoException, { portName, defaultPort }: Program): string | null {
  if (error instanceof StartError) return error.message
  const port = process.env[portName] || defaultPort
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the process that uses it, or set ${portName}.`
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return `This user may not listen on port ${port}. Set ${portName} to 1024 or above, behind a reverse proxy.`
  if (error.code === 'EADDRNOTAVAIL' || (error.code === 'ENOTFOUND' && error.syscall === 'getaddrinfo'))
    return `HOST ${process.env.HOST} is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for every address.`
  return null
}
