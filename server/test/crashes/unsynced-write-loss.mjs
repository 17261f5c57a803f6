// Loaded before a program (--import): maintains in SYNCED_DIR the state in which a power loss would leave WATCHED_DIR.
// Creations, renames and deletions of files take effect immediately, but writes only when they are synced.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

const { WATCHED_DIR, SYNCED_DIR } = process.env
const real = { ...fs }
/** The watched file of each descriptor. */
const openFiles = new Map()
/** The writes to each file since its last sync, in order. */
const unsyncedWrites = new Map()

const isWatched = (file) => typeof file === 'string' && path.resolve(file).startsWith(`${WATCHED_DIR}/`)
const nameOf = (file) => path.relative(WATCHED_DIR, path.resolve(file))
const syncedPath = (name) => path.join(SYNCED_DIR, name)
const recordWrite = (name, change) =>
  void unsyncedWrites.set(name, [...(unsyncedWrites.get(name) ?? []), change])

function applyWrites(name) {
  const file = real.openSync(syncedPath(name), 'r+')
  for (const { bytes, position, length } of unsyncedWrites.get(name) ?? []) {
    if (bytes) real.writeSync(file, bytes, 0, bytes.length, position)
    else real.ftruncateSync(file, length)
  }
  real.closeSync(file)
  unsyncedWrites.delete(name)
}

fs.openSync = (file, ...rest) => {
  const fd = real.openSync(file, ...rest)
  if (isWatched(file) && real.fstatSync(fd).isFile()) {
    const name = nameOf(file)
    openFiles.set(fd, name)
    if (!real.existsSync(syncedPath(name))) real.writeFileSync(syncedPath(name), '')
    if (real.fstatSync(fd).size === 0) recordWrite(name, { length: 0 })
  }
  return fd
}
fs.closeSync = (fd) => {
  openFiles.delete(fd)
  real.closeSync(fd)
}
fs.writeSync = (fd, buffer, offset, length, position) => {
  const written = real.writeSync(fd, buffer, offset, length, position)
  const bytes = Uint8Array.from(buffer.subarray(offset, offset + written))
  if (openFiles.has(fd)) recordWrite(openFiles.get(fd), { bytes, position })
  return written
}
fs.ftruncateSync = (fd, length = 0) => {
  real.ftruncateSync(fd, length)
  if (openFiles.has(fd)) recordWrite(openFiles.get(fd), { length })
}
fs.truncateSync = (file, length = 0) => {
  real.truncateSync(file, length)
  if (isWatched(file)) recordWrite(nameOf(file), { length })
}
for (const sync of ['fsyncSync', 'fdatasyncSync']) {
  fs[sync] = (fd) => {
    real[sync](fd)
    if (openFiles.has(fd)) applyWrites(openFiles.get(fd))
  }
}
fs.renameSync = (from, to) => {
  real.renameSync(from, to)
  if (!isWatched(from)) return
  const [before, after] = [nameOf(from), nameOf(to)]
  real.renameSync(syncedPath(before), syncedPath(after))
  unsyncedWrites.set(after, unsyncedWrites.get(before) ?? [])
  unsyncedWrites.delete(before)
  for (const [fd, name] of openFiles) if (name === before) openFiles.set(fd, after)
}
fs.unlinkSync = (file) => {
  real.unlinkSync(file)
  if (!isWatched(file)) return
  real.rmSync(syncedPath(nameOf(file)), { force: true })
  unsyncedWrites.delete(nameOf(file))
}
fs.mkdirSync = (file, ...rest) => {
  const made = real.mkdirSync(file, ...rest)
  if (isWatched(file)) real.mkdirSync(syncedPath(nameOf(file)), { recursive: true })
  return made
}
fs.rmdirSync = (file) => {
  real.rmdirSync(file)
  if (isWatched(file)) real.rmSync(syncedPath(nameOf(file)), { recursive: true, force: true })
}
syncBuiltinESMExports()
