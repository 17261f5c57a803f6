// Loaded before a program (node --import): shifts the clock of every thread by the milliseconds in CLOCK_FILE.
// What measures how much time has passed goes on as it does on a machine whose clock is set.
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE
const lookEveryMs = 50
const TrueDate = Date
let offset = read()
let lookedAt = performance.now()

function read() {
  return Number(readFileSync(file, 'utf8')) || 0
}

function now() {
  if (performance.now() - lookedAt > lookEveryMs) {
    lookedAt = performance.now()
    offset = read()
  }
  return TrueDate.now() + offset
}

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given, self) => Reflect.construct(target, given.length > 0 ? given : [now()], self),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
