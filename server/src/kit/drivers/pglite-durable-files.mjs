// Plain JavaScript, like the worker thread that imports it: worker threads of Node 20 cannot load TypeScript.
import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** PGlite's file system has no public hook for fsync. This is the version that this file was written for. */
export const writtenFor = { '@electric-sql/pglite': '0.5.14' }

const accessOfOthers = 0o077

/** PGlite's files in a directory, private, and flushed to the disk when PostgreSQL calls fsync. */
class DurableFiles extends NodeFS {
  async init(pg, options) {
    const result = await super.init(pg, options)
    const { emscriptenOpts } = result
    const preRun = [
      ...(emscriptenOpts?.preRun ?? []),
      ({ FS }) => implementFsync(FS),
      ({ FS }) => restrictModes(FS),
    ]
    return { ...result, emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/**
 * Implements fsync for Emscripten's NODEFS. Where its internals are not as expected, fsync keeps its built-in
 * implementation, which does nothing: the database survives the end of the process, but not a power loss.
 * @returns whether fsync now reaches the disk
 */
export function implementFsync(FS) {
  const nodefs = FS?.filesystems?.NODEFS
  if (!nodefs?.stream_ops || !nodefs.tryFSOperation || !nodefs.realPath) {
    process.emitWarning('This version of PGlite does not support fsync: data may be lost in a power failure')
    return false
  }
  nodefs.stream_ops.fsync = ({ nfd, node }) => {
    nodefs.tryFSOperation(() => {
      if (nfd === undefined) syncPath(nodefs.realPath(node))
      else fdatasyncSync(nfd)
    })
    return 0
  }
  return true
}

/**
 * Emscripten sets the mode of a new file regardless of the umask of the process. Without the internals that this changes,
 * some files get mode 666; the mode of their directory protects them.
 * @returns whether no file is accessible to other users
 */
export function restrictModes(FS) {
  const nodefs = FS?.filesystems?.NODEFS
  const { setattr } = nodefs ?? {}
  if (typeof setattr !== 'function') return false
  nodefs.setattr = (target, node, attributes, ...operations) => {
    const { mode } = attributes
    const restricted = mode === undefined ? attributes : { ...attributes, mode: mode & ~accessOfOthers }
    return setattr(target, node, restricted, ...operations)
  }
  return true
}

export function createDurableFiles(dataDir) {
  return new DurableFiles(dataDir)
}

/** Flushes a directory with everything in it to the disk. */
export function syncDirectory(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const entryPath = path.join(directory, entry.name)
    if (entry.isDirectory()) syncDirectory(entryPath)
    else if (entry.isFile()) syncPath(entryPath)
  }
  syncPath(directory)
}

function syncPath(file) {
  const fd = openSync(file, 'r')
  fsyncSync(fd)
  closeSync(fd)
}
