// Loaded before a program (--import): maintains in SURVIVING the state in which a power loss would leave the directory WATCHED.
// File names are current, but only synced content is included.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

const { WATCHED, SURVIVING } = process.env
const real = { ...fs }
/** The watched file of each descriptor. */
const open = new Map()
/** The writes to each file since its last sync, in order. */
const waiting = new Map()

const isWatched = (place) => typeof place === 'string' && path.resolve(place).startsWith(`${WATCHED}/`)
const nameOf = (place) => path.relative(WATCHED, path.resolve(place))
const survivor = (name) => path.join(SURVIVING, name)
const note = (name, change) => void waiting.set(name, [...(waiting.get(name) ?? []), change])

function survive(name) {
  const file = real.openSync(survivor(name), 'r+')
  for (const { bytes, position, length } of waiting.get(name) ?? []) {
    if (bytes) real.writeSync(file, bytes, 0, bytes.length, position)
    else real.ftruncateSync(file, length)
  }
  real.closeSync(file)
  waiting.delete(name)
}

fs.openSync = (place, ...rest) => {
  const fd = real.openSync(place, ...rest)
  if (isWatched(place) && real.fstatSync(fd).isFile()) {
    const name = nameOf(place)
    open.set(fd, name)
    if (!real.existsSync(survivor(name))) real.writeFileSync(survivor(name), '')
    if (real.fstatSync(fd).size === 0) note(name, { length: 0 })
  }
  return fd
}
fs.closeSync = (fd) => {
  open.delete(fd)
  real.closeSync(fd)
}
fs.writeSync = (fd, buffer, offset, length, position) => {
  const written = real.writeSync(fd, buffer, offset, length, position)
  const bytes = Uint8Array.from(buffer.subarray(offset, offset + written))
  if (open.has(fd)) note(open.get(fd), { bytes, position })
  return written
}
fs.ftruncateSync = (fd, length = 0) => {
  real.ftruncateSync(fd, length)
  if (open.has(fd)) note(open.get(fd), { length })
}
fs.truncateSync = (place, length = 0) => {
  real.truncateSync(place, length)
  if (isWatched(place)) note(nameOf(place), { length })
}
for (const sync of ['fsyncSync', 'fdatasyncSync']) {
  fs[sync] = (fd) => {
    real[sync](fd)
    if (open.has(fd)) survive(open.get(fd))
  }
}
fs.renameSync = (from, to) => {
  real.renameSync(from, to)
  if (!isWatched(from)) return
  const [before, after] = [nameOf(from), nameOf(to)]
  real.renameSync(survivor(before), survivor(after))
  waiting.set(after, waiting.get(before) ?? [])
  waiting.delete(before)
  for (const [fd, name] of open) if (name === before) open.set(fd, after)
}
fs.unlinkSync = (place) => {
  real.unlinkSync(place)
  if (!isWatched(place)) return
  real.rmSync(survivor(nameOf(place)), { force: true })
  waiting.delete(nameOf(place))
}
fs.mkdirSync = (place, ...rest) => {
  const made = real.mkdirSync(place, ...rest)
  if (isWatched(place)) real.mkdirSync(survivor(nameOf(place)), { recursive: true })
  return made
}
fs.rmdirSync = (place) => {
  real.rmdirSync(place)
  if (isWatched(place)) real.rmSync(survivor(nameOf(place)), { recursive: true, force: true })
}
syncBuiltinESMExports()
