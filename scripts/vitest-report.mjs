import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** A Vitest reporter that writes the numbers of tests and the failures to TEST_REPORT, where it is set (scripts/test-steps.mjs). */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    if (!process.env.TEST_REPORT) return
    const report = { passed: 0, skipped: 0, failures: [] }
    for (const module of modules) {
      const place = { project: module.project.name, file: module.relativeModuleId }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passed++
        else if (state === 'failed') fail({ ...place, name: test.fullName }, errors)
        else report.skipped++
      }
      // A file or a group that failed outside its tests.
      for (const group of [module, ...module.children.allSuites()])
        if (group.errors().length > 0) fail({ ...place, name: group.fullName ?? '' }, group.errors())
    }
    for (const error of unhandledErrors) {
      const file = error.VITEST_TEST_PATH ? path.relative(process.cwd(), error.VITEST_TEST_PATH) : ''
      fail({ project: '', file, name: 'Unhandled error' }, [error])
    }
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))

    function fail(where, [error]) {
      const { name = 'Error', message = '', stack = '' } = error ?? {}
      const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
      report.failures.push({ ...where, error: [`${name}: ${message}`, ...frames].join('\n') })
    }
  }
}
