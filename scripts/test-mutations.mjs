// Mutation tests: breaks the rules of scripts/mutations.mjs one at a time in a temporary copy of the source tree, and runs the tests
// that must detect it. Fails when a mutation survives. docs/testing.md says how to run a part and how to add a rule.
import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { install, root, run } from './install.mjs'
import { mutations } from './mutations.mjs'

/** @import { Mutation } from './mutations.mjs' */

/** @typedef {{ passedFiles: Set<string>, failures: { name: string, error: string }[], problem: string | null }} TestRun */

const timeoutMs = 10 * 60_000
/** A test detects a broken rule by an assertion or a wait without result. Any other error may mean that the change broke the code. */
const detections = /^AssertionError\b|^Error: expected |timed out|(?:within|after) \d+ ms/

const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const selected = mutations.filter(
  ({ rule, file }) =>
    filters.length === 0 ||
    filters.some((filter) => `${rule}\n${file}`.toLowerCase().includes(filter.toLowerCase())),
)

if (process.argv.includes('--list')) for (const { rule, file } of selected) console.log(`${rule} (${file})`)
else process.exitCode = (await testMutations()) ? 0 : 1

/** Returns whether every selected mutation is detected. */
async function testMutations() {
  install()
  const problems = selected.map(findProblem).filter(Boolean)
  if (selected.length === 0) problems.push(`No rule or file matches ${filters.join(' ')}.`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) return false

  const copy = mkdtempSync(path.join(tmpdir(), 'aichat-mutations-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
  copyTree(copy)
  run(process.execPath, ['scripts/build.mjs', '--stale'], { cwd: copy })
  return (await passesUnmutated(copy)) && (await detectsAll(copy))
}

/** @param {Mutation} mutation */
function findProblem({ rule, file, from }) {
  const source = path.join(root, file)
  const count = existsSync(source) ? readFileSync(source, 'utf8').split(from).length - 1 : 0
  if (count === 1) return null
  return `${rule}: the text to replace occurs ${count} times in ${file} instead of once.`
}

/** Tracked and new files, packages as links, and builds. */
function copyTree(copy) {
  const { stdout } = spawnSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  for (const file of stdout.split('\0')) {
    // A deleted file is tracked until the deletion is staged.
    if (!file || !existsSync(path.join(root, file))) continue
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    copyFileSync(path.join(root, file), path.join(copy, file))
  }
  for (const part of ['.', 'contracts', 'server', 'console', 'widget']) {
    const packages = path.join(part, 'node_modules')
    if (existsSync(path.join(root, packages)))
      linkPackages(path.join(root, packages), path.join(copy, packages))
    const built = path.join(part, 'dist')
    if (existsSync(path.join(root, built)))
      cpSync(path.join(root, built), path.join(copy, built), { recursive: true })
  }
}

/** Links each package. Relative links to workspaces stay relative, so that they lead into the copy. */
function linkPackages(source, target) {
  mkdirSync(target)
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [source, target].map((directory) => path.join(directory, entry.name))
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
    else if (entry.isFile()) copyFileSync(from, to)
    else if (entry.name.startsWith('@')) linkPackages(from, to)
    else if (!entry.name.startsWith('.vite')) symlinkSync(from, to)
  }
}

async function passesUnmutated(copy) {
  const files = [...new Set(selected.flatMap(({ tests }) => tests))]
  console.log(`  Running ${files.length} test files without a mutation`)
  const { passedFiles, failures, problem } = await runTests(copy, files)
  for (const { name, error } of failures) console.error(`\n${name}\n${error}`)
  const missing = files.filter((file) => !passedFiles.has(file))
  if (missing.length > 0) console.error(`\nWithout a passed test: ${missing.join(', ')}`)
  if (problem) console.error(problem)
  return failures.length === 0 && missing.length === 0 && !problem
}

/** Prints a table with a row for each mutation. */
async function detectsAll(copy) {
  const survivors = []
  console.log('\n| Rule | File | Failed test | Seconds |\n|---|---|---|---:|')
  for (const mutation of selected) {
    const started = performance.now()
    const { failures, problem } = await runMutated(copy, mutation)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const [failure] = failures
    const isDetected = failure !== undefined && detections.test(failure.error)
    const test = failure ? failure.name.replaceAll('|', '\\|') : 'none'
    console.log(
      `| ${mutation.rule} | ${mutation.file} | ${isDetected ? test : 'NOT DETECTED'} | ${seconds} |`,
    )
    if (!isDetected) survivors.push({ mutation, reason: failure ? `${test}: ${failure.error}` : problem })
  }
  for (const { mutation, reason } of survivors)
    console.error(
      `\nNot detected by ${mutation.tests.join(', ')}: ${mutation.rule}\n${reason ?? 'All tests passed.'}`,
    )
  console.log(`\n${selected.length - survivors.length} of ${selected.length} broken rules were detected`)
  return survivors.length === 0
}

/** @param {Mutation} mutation */
async function runMutated(copy, { file, from, to, tests }) {
  const target = path.join(copy, file)
  const original = readFileSync(target, 'utf8')
  writeFileSync(target, original.split(from).join(to))
  try {
    return await runTests(copy, tests, ['--bail=1'])
  } finally {
    writeFileSync(target, original)
  }
}

/** Runs test files on the embedded database. @returns {Promise<TestRun>} */
async function runTests(copy, files, options = []) {
  const reportFile = path.join(copy, 'test-results/mutation.json')
  rmSync(reportFile, { force: true })
  const { exitCode, output } = await runVitest(copy, [
    ...['unit', 'browser-code', 'server'].flatMap((project) => ['--project', project]),
    '--tags-filter=!full',
    // Reuses transformed modules whose content is unchanged, which saves a third of a run.
    '--experimental.fsModuleCache',
    '--reporter=json',
    `--outputFile=${reportFile}`,
    ...options,
    ...files,
  ])
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : { testResults: [] }
  const passedFiles = new Set()
  const failures = []
  const errors = []
  for (const { name: file, assertionResults, message } of report.testResults) {
    if (message) errors.push(message)
    if (assertionResults.some(({ status }) => status === 'passed')) passedFiles.add(path.relative(copy, file))
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') failures.push({ name: fullName, error: failureMessages.join('\n') })
  }
  const isUnexplained = exitCode !== 0 && failures.length === 0
  const problem = [`No test failed, but the run ended with exit code ${exitCode}.`, ...errors, output].join(
    '\n',
  )
  return { passedFiles, failures, problem: isUnexplained ? problem : null }
}

/** A run that takes too long is killed with all of its processes. */
function runVitest(copy, args) {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, DATABASE_URL: '', REDIS_URL: '' },
  })
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  process.once('exit', kill)
  const timer = setTimeout(kill, timeoutMs)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output = `${output}${part}`.slice(-2000)
    })
  return new Promise((resolve) => {
    child.once('close', (exitCode) => {
      clearTimeout(timer)
      process.off('exit', kill)
      resolve({ exitCode, output })
    })
  })
}
