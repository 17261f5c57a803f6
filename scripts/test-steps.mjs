import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './install.mjs'

/**
 * A test, file or command that failed.
 * @typedef {{ project: string, file: string, name: string, error: string }} Failure
 *
 * What a runner reports in the JSON file whose path is in TEST_REPORT.
 * @typedef {{ passed: number, skipped: number, failures: Failure[], flaky?: Failure[] }} Report
 *
 * A command with its arguments. `reports` says whether it writes a report; otherwise only its exit code counts.
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {Record<string, string>} [env]
 * @property {boolean} [reports]
 * @property {number} [timeoutMs] 45 minutes unless it is given
 * @property {number} [retryTimeoutMs] of each repetition, 10 minutes unless it is given
 * @property {(failures: Failure[]) => { command: string[], failures: Failure[] }[]} [retries] the commands that repeat these
 *   failures, each with the failures that it repeats; without it, nothing is repeated
 *
 * @typedef {Report & { name: string, seconds: number, cpuSeconds: number, flaky: Failure[] }} StepResult
 */

const maxRetries = 2
/** More flaky tests than this fail the run. */
const maxFlaky = 4
const maxOutputCharacters = 1000
const outputTimeoutMs = 2000

/** Unit tests use no timers, sockets or processes that could be late; these do. */
const timedFiles = /\.(server|engine|full)\.test\.ts$|\.spec\.ts$/
/** A leak between companies or roles that shows once is a leak. */
const strictFiles = /\/(isolation|permissions|contract-wide|fields)\.[^/]*$/
/** Errors about a message that was lost, doubled or reordered (server/test/message-history.ts). */
const strictErrors = /\bMessageHistoryViolation\b/

/** Whether a test that failed counts as flaky if it passes when it is repeated. */
export function isForgivable({ file, error }) {
  return timedFiles.test(file) && !strictFiles.test(file) && !strictErrors.test(error)
}

/**
 * Runs all steps, whether they fail or not. Then it repeats what failed up to two more times, each file alone. A test that passes
 * then is flaky.
 * @param {Step[]} steps
 * @returns {Promise<{ isGreen: boolean, passed: number, skipped: number, failures: Failure[], flaky: Failure[], steps: StepResult[] }>}
 */
export async function runSteps(steps) {
  const results = []
  for (const step of steps) {
    console.log(`\n  ${step.name}`)
    results.push(await runStep(step))
  }
  for (let attempt = 1; attempt <= maxRetries; attempt++)
    for (const [index, step] of steps.entries()) await repeatFailures(step, results[index], attempt)
  const failures = results.flatMap((result) => result.failures)
  const flaky = results.flatMap((result) => result.flaky)
  return {
    isGreen: failures.length === 0 && flaky.length <= maxFlaky,
    passed: sum(results.map(({ passed }) => passed)),
    skipped: sum(results.map(({ skipped }) => skipped)),
    failures,
    flaky,
    steps: results,
  }
}

/** Prints steps, flaky tests and failures. The last line is `N passed, 0 failed` for a green run. */
export function printSummary({ passed, skipped, failures, flaky, steps }) {
  console.log('')
  for (const { name, seconds, cpuSeconds } of steps)
    console.log(`  ${name}: ${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of processor time`)
  if (skipped > 0) console.log(`  Not run here: ${skipped} tests of another engine or of npm run test:full`)
  if (flaky.length > 0) {
    console.log(`\n  Flaky: ${flaky.length} of at most ${maxFlaky} (passed when repeated alone)`)
    for (const failure of flaky) console.log(describe(failure))
  }
  for (const failure of failures) console.log(`\n  Failed:\n${describe(failure)}`)
  const failed = failures.length + (flaky.length > maxFlaky ? 1 : 0)
  if (flaky.length > maxFlaky) console.log(`\n  Failed: more than ${maxFlaky} flaky tests`)
  console.log(`\n${passed} passed, ${failed} failed`)
}

function describe({ project, file, name, error }) {
  const title = [project, file, name].filter(Boolean).join(' > ')
  return `    ${title}\n${error.slice(0, 1500).replace(/^/gm, '      ')}`
}

/** @returns {Promise<StepResult>} */
async function runStep({ name, command, env, reports = true, timeoutMs = 45 * 60_000 }) {
  const { report, problem, output, seconds, cpuSeconds } = await runCommand(command, env, timeoutMs, !reports)
  const { passed = 0, skipped = 0, failures = [], flaky = [] } = report ?? {}
  const own = {
    project: '',
    file: '',
    name,
    error: [problem ?? 'It ended without a report.', output].filter(Boolean).join('\n'),
  }
  const isMissing = reports && !report
  const isUnexplained = problem !== null && failures.length === 0
  return {
    name,
    seconds,
    cpuSeconds,
    passed,
    skipped,
    flaky,
    failures: isMissing || isUnexplained ? [...failures, own] : failures,
  }
}

async function repeatFailures({ env, retries, retryTimeoutMs = 10 * 60_000 }, result, attempt) {
  const repeatable = result.failures.filter(isForgivable)
  if (!retries || repeatable.length === 0) return
  for (const { command, failures } of retries(repeatable)) {
    const names = failures.map(({ file, name }) => `${file} > ${name}`).join('\n    ')
    console.log(`\n  Repeating, ${attempt} of ${maxRetries}:\n    ${names}`)
    const { report, problem } = await runCommand(command, env, retryTimeoutMs)
    // A run that ended early, or ran nothing, shows nothing.
    const stillFailing =
      report && (problem === null ? report.passed > 0 : report.failures.length > 0)
        ? report.failures
        : failures
    const isFailing = (failure) => stillFailing.some((other) => isSame(other, failure))
    result.flaky.push(...failures.filter((failure) => !isFailing(failure)))
    const others = result.failures.filter((failure) => !failures.some((one) => isSame(one, failure)))
    result.failures = [
      ...others,
      // A repeated file may also hold a failure that is never forgiven, and is in the list already.
      ...stillFailing.filter((failure) => !others.some((other) => isSame(other, failure))),
    ]
    result.passed += failures.filter((failure) => !isFailing(failure)).length
  }
}

function isSame(one, other) {
  return one.project === other.project && one.file === other.file && one.name === other.name
}

/**
 * Runs a command with its output shown. When it does not end in time, its whole process group is killed. `keepsOutput` returns the
 * end of its output too.
 * @param {string[]} command
 * @returns {Promise<{ report: Report | null, problem: string | null, output: string, seconds: number, cpuSeconds: number }>}
 */
async function runCommand([file, ...args], env, timeoutMs, keepsOutput = false) {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-report-'))
  const reportFile = path.join(directory, 'report.json')
  const started = performance.now()
  const cpuBefore = readChildrenCpuSeconds()
  const child = spawn(file, args, {
    cwd: root,
    stdio: keepsOutput ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    detached: true,
    env: { ...process.env, ...env, TEST_REPORT: reportFile },
  })
  let output = ''
  const keep = (part) => {
    process.stdout.write(part)
    output = `${output}${part}`.slice(-maxOutputCharacters)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const killGroup = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const interrupt = () => {
    killGroup()
    process.exit(130)
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    killGroup()
  }, timeoutMs)
  const closed = new Promise((resolve) => child.once('close', resolve))
  const problem = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      if (isLate) resolve(`It did not end within ${timeoutMs / 1000} s.`)
      else resolve(code === 0 ? null : `It ended with ${signal ?? `exit code ${code}`}.`)
    })
  })
  clearTimeout(timer)
  // What it left running would disturb the next step.
  killGroup()
  // The end of the output arrives after the exit.
  if (keepsOutput) await Promise.race([closed, sleep(outputTimeoutMs)])
  process.off('SIGINT', interrupt)
  process.off('SIGTERM', interrupt)
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null
  rmSync(directory, { recursive: true })
  return {
    report,
    problem,
    output: output.trim(),
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: readChildrenCpuSeconds() - cpuBefore,
  }
}

/** User and system time of all child processes that have ended and been waited for. 0 on systems without /proc. */
function readChildrenCpuSeconds() {
  if (!existsSync('/proc/self/stat')) return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // cutime and cstime of proc(5), in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
