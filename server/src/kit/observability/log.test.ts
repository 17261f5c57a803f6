import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog, createLogCounts } from './log.ts'

test('lines are counted by level, also those of child loggers, and lines below the level are not', () => {
  const destination = new Writable({ write: (_chunk, _encoding, done) => done() })
  const counts = createLogCounts()
  const log = createLog({ level: 'error' }, { destination, counts })
  log.warn('below the level')
  log.error('one')
  log.child({ request: 1 }).error({ err: new Error('two') }, 'two')
  log.fatal('three')
  expect(counts).toEqual({ warn: 0, error: 2, fatal: 1 })
})
