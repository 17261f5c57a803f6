// Loaded before a program (node --import): shifts the clock of every thread by the milliseconds in CLOCK_FILE.
// Only Date is shifted. Monotonic time (performance.now() and timers) does not change, as when an operator sets the system clock.
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE
const checkIntervalMs = 50
const SystemDate = Date
let offset = read()
let checkedAt = performance.now()

function read() {
  return Number(readFileSync(file, 'utf8')) || 0
}

function now() {
  if (performance.now() - checkedAt > checkIntervalMs) {
    checkedAt = performance.now()
    offset = read()
  }
  return SystemDate.now() + offset
}

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, self) => Reflect.construct(target, given.length > 0 ? given : [now()], self),
  apply: () => new SystemDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
