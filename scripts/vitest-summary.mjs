import { writeFileSync } from 'node:fs'

/** A Vitest reporter that writes the numbers of tests and the names of the failed ones to TEST_SUMMARY (scripts/test.mjs). */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: [], skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        if (state === 'passed') summary.passed++
        else if (state === 'failed') fail(`${module.relativeModuleId} > ${test.fullName}`, errors)
        else summary.skipped++
      }
      // A file or a group that failed outside its tests.
      for (const group of [module, ...module.children.allSuites()])
        if (group.errors().length > 0)
          fail([module.relativeModuleId, group.fullName].filter(Boolean).join(' > '), group.errors())
    }
    for (const error of unhandledErrors) fail('Unhandled error', [error])
    writeFileSync(process.env.TEST_SUMMARY, JSON.stringify(summary))

    function fail(name, [error]) {
      summary.failed.push(error ? `${name}\n${String(error.stack ?? error.message).slice(0, 1000)}` : name)
    }
  }
}
