import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { StartError } from './start-error.ts'

const reasons: Record<string, string> = {
  EACCES: 'is not writable for the user of this process',
  EPERM: 'is not writable for the user of this process',
  ENOTDIR: 'is a file or inside a file',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
}

const accessOfOthers = 0o077
/** Everything that the product creates in the data directory, by name. */
const ownEntries =
  /^(app-secret|copy|data-directory-id|database|database\.unfinished|files|(server|copy)\.lock.*|\.s\.PGSQL\..*|\.write-test-.*|doctor-.*)$/
/** The root of a file system, which a data directory may be. */
const fileSystemEntries = ['lost+found']

/** Makes every file that this process creates accessible to its own user only. */
export function createPrivateFiles(): void {
  process.umask(accessOfOthers)
}

/**
 * Creates the data directory, and writes and removes a file in it.
 * @throws StartError with the reason
 */
export function prepareDataDirectory(dataDir: string): void {
  const file = path.join(dataDir, `.write-test-${process.pid}`)
  try {
    createDirectory(dataDir)
    writeFileSync(file, '')
    rmSync(file)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const reason = reasons[code] ?? `cannot be used (${message})`
    throw new StartError(`DATA_DIR ${dataDir} ${reason}. Set DATA_DIR to a directory that can be written.`)
  }
}

/** Step by step: on some special file systems, mkdir with the option `recursive` never returns. */
function createDirectory(directory: string): void {
  if (existsSync(directory)) return
  createDirectory(path.dirname(directory))
  mkdirSync(directory)
}

/**
 * Makes a data directory that other users may read accessible to its owner only, with everything in it. A directory that
 * also contains entries of other programs stays readable, and those entries stay as they are.
 * @returns a sentence for the operator where access remains; null otherwise
 */
export function restrictAccess(dataDir: string): string | null {
  if ((statSync(dataDir).mode & accessOfOthers) === 0) return null
  const names = readdirSync(dataDir)
  const foreign = names.find((name) => !ownEntries.test(name) && !fileSystemEntries.includes(name))
  try {
    for (const name of names) if (ownEntries.test(name)) restrictTree(path.join(dataDir, name))
    // Last, so that an interrupted start is repeated.
    if (foreign === undefined) chmodSync(dataDir, 0o700)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'EROFS') throw error
    return `DATA_DIR ${dataDir} is accessible to other users of this machine, and that cannot be changed (${message}). Run the product as the owner of the directory.`
  }
  if (foreign === undefined) return null
  return `DATA_DIR ${dataDir} contains entries of other programs (${foreign}), so other users can list it. Set DATA_DIR to a directory that only the product uses.`
}

function restrictTree(entry: string): void {
  const stat = lstatSync(entry, { throwIfNoEntry: false })
  if (!stat || stat.isSymbolicLink()) return
  if (stat.isDirectory()) for (const name of readdirSync(entry)) restrictTree(path.join(entry, name))
  if ((stat.mode & accessOfOthers) !== 0) chmodSync(entry, stat.mode & 0o700)
}
