import { writeFileSync } from 'node:fs'
import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter'

/** Writes the numbers of tests and the names of the failed ones to TEST_SUMMARY, where it is set (scripts/test.mjs). */
export default class SummaryReporter implements Reporter {
  private suite: Suite | undefined
  private errors: string[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  onError(error: TestError): void {
    this.errors.push(`Error outside a test\n${error.message ?? error.value ?? ''}`)
  }

  onEnd(): void {
    const { TEST_SUMMARY } = process.env
    if (!TEST_SUMMARY) return
    const summary = { passed: 0, failed: this.errors, skipped: 0 }
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome()
      const errors = test.results.flatMap((result) => result.errors)
      if (outcome === 'expected') summary.passed++
      else if (outcome === 'skipped') summary.skipped++
      else summary.failed.push(`${test.titlePath().filter(Boolean).join(' > ')}\n${errors[0]?.message ?? ''}`)
    }
    writeFileSync(TEST_SUMMARY, JSON.stringify(summary))
  }
}
