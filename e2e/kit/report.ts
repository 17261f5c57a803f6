import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter'

/** Writes the numbers of tests and the failures to TEST_REPORT, where it is set (scripts/test-steps.mjs). */
export default class TestReporter implements Reporter {
  private suite: Suite | undefined
  private errors: TestError[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  onError(error: TestError): void {
    this.errors.push(error)
  }

  onEnd(): void {
    const { TEST_REPORT } = process.env
    if (!TEST_REPORT) return
    const report = {
      passed: 0,
      skipped: 0,
      failures: this.errors.map((error) => ({
        project: 'browser',
        file: '',
        name: 'Error outside a test',
        error: describe(error),
      })),
    }
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome()
      if (outcome === 'expected') report.passed++
      else if (outcome === 'skipped') report.skipped++
      else
        report.failures.push({
          project: 'browser',
          file: path.relative(process.cwd(), test.location.file),
          name: test.titlePath().slice(3).join(' > '),
          error: describe(test.results.flatMap(({ errors }) => errors)[0]),
        })
    }
    writeFileSync(TEST_REPORT, JSON.stringify(report))
  }
}

function describe(error: TestError | undefined): string {
  return error?.stack ?? error?.message ?? error?.value ?? ''
}
