import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { isForgivable, runSteps } from './test-steps.mjs'

/**
 * A step of a runner that reports one entry of `outcomes` at each of its runs: the names of the tests that fail, or 'hang', 'crash',
 * or 'nothing' for a run without tests. The file of a test is its name.
 */
function scripted(outcomes, options = {}) {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-runner-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const runner = path.join(directory, 'runner.mjs')
  writeFileSync(
    runner,
    `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
     const runs = '${directory}/runs'
     const run = existsSync(runs) ? readFileSync(runs, 'utf8').length : 0
     appendFileSync(runs, 'x')
     const outcome = ${JSON.stringify(outcomes)}[run]
     if (outcome === 'hang') await new Promise((resolve) => setTimeout(resolve, 600_000))
     if (outcome === 'crash') process.exit(3)
     const failures = outcome === 'nothing' ? [] : outcome.map((name) => (
       { project: 'server', file: 'server/' + name + '.server.test.ts', name, error: name + ' failed in run ' + run }
     ))
     const passed = outcome === 'nothing' ? 0 : 10 - failures.length
     writeFileSync(process.env.TEST_REPORT, JSON.stringify({ passed, skipped: 1, failures }))
     process.exit(failures.length ? 1 : 0)`,
  )
  const command = [process.execPath, runner]
  return { name: 'Scripted', command, retries: (failures) => [{ command, failures }], ...options }
}

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

const names = (failures) => failures.map(({ name }) => name)

test('a step that passes is run once', async () => {
  const result = await runSteps([scripted([[]])])
  expect(result).toMatchObject({ isGreen: true, passed: 10, skipped: 1, failures: [], flaky: [] })
})

test('a test that passes when it is repeated is flaky, with the error of its failure, and the run is green', async () => {
  const result = await runSteps([scripted([['late'], []])])
  expect(result).toMatchObject({ isGreen: true, passed: 10, failures: [] })
  expect(result.flaky).toEqual([
    { project: 'server', file: 'server/late.server.test.ts', name: 'late', error: 'late failed in run 0' },
  ])
})

test('a test that passes at the third run is flaky', async () => {
  const result = await runSteps([scripted([['late'], ['late'], []])])
  expect(result).toMatchObject({ isGreen: true, failures: [] })
  expect(names(result.flaky)).toEqual(['late'])
})

test('a test that fails three times is red', async () => {
  const result = await runSteps([scripted([['broken', 'late'], ['broken'], ['broken']])])
  expect(result).toMatchObject({ isGreen: false, passed: 9 })
  expect(names(result.failures)).toEqual(['broken'])
  expect(names(result.flaky)).toEqual(['late'])
})

test('a repetition that fails in another test does not pass', async () => {
  const result = await runSteps([scripted([['first'], ['second'], ['second']])])
  expect(result.isGreen).toBe(false)
  expect(names(result.failures)).toEqual(['second'])
})

test.each(['crash', 'nothing', 'hang'])('a repetition that ends with %s does not pass', async (outcome) => {
  const result = await runSteps([scripted([['broken'], outcome, outcome], { retryTimeoutMs: 300 })])
  expect(result.isGreen).toBe(false)
  expect(names(result.failures)).toEqual(['broken'])
})

test('a step that never ends is killed and red, and the next one runs', async () => {
  const result = await runSteps([scripted(['hang'], { timeoutMs: 300 }), scripted([[]])])
  expect(result).toMatchObject({ isGreen: false, passed: 10 })
  expect(result.failures[0]).toMatchObject({ name: 'Scripted', error: 'It did not end within 0.3 s.' })
})

test('a step that ends without a report is red, and the next one runs', async () => {
  const result = await runSteps([scripted(['crash']), scripted([[]])])
  expect(result).toMatchObject({ isGreen: false, passed: 10 })
  expect(result.failures[0]).toMatchObject({ name: 'Scripted', error: 'It ended with exit code 3.' })
})

test('a command without a report fails by its exit code, and is not repeated', async () => {
  const command = (code) => ({
    name: `exit ${code}`,
    command: [process.execPath, '-e', `console.log('the reason'); process.exit(${code})`],
    reports: false,
  })
  const result = await runSteps([command(0), command(2)])
  const error = 'It ended with exit code 2.\nthe reason'
  expect(result).toMatchObject({ isGreen: false, failures: [{ name: 'exit 2', error }] })
})

test('more than four flaky tests are red', async () => {
  const five = ['a', 'b', 'c', 'd', 'e']
  expect(await runSteps([scripted([five.slice(1), []])])).toMatchObject({ isGreen: true })
  expect(await runSteps([scripted([five, []])])).toMatchObject({ isGreen: false, failures: [] })
})

test('unit tests, leaks between companies and lost messages are never forgiven', async () => {
  const failure = { project: 'server', file: 'server/src/faq/faq.server.test.ts', error: 'Error: 500' }
  expect(isForgivable(failure)).toBe(true)
  expect(isForgivable({ ...failure, file: 'e2e/ai/faq.spec.ts' })).toBe(true)
  for (const file of ['', 'server/src/faq/export.test.ts', 'console/src/paths.test.tsx'])
    expect(isForgivable({ ...failure, file })).toBe(false)
  for (const name of ['isolation.engine', 'permissions.server', 'contract-wide.engine', 'fields.server'])
    expect(isForgivable({ ...failure, file: `server/test/${name}.test.ts` })).toBe(false)
  expect(isForgivable({ ...failure, error: 'MessageHistoryViolation: lost: a1' })).toBe(false)
  const step = scripted([['test/permissions'], []])
  expect(await runSteps([step])).toMatchObject({ isGreen: false, flaky: [] })
})

test('a failure that is never forgiven is listed once when its file is repeated for another one', async () => {
  const result = await runSteps([scripted([['test/permissions', 'late'], ['test/permissions'], []])])
  expect(names(result.failures)).toEqual(['test/permissions'])
  expect(names(result.flaky)).toEqual(['late'])
})
