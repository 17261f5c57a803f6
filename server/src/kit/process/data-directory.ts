import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from './start-error.ts'

const reasons: Record<string, string> = {
  EACCES: 'is not writable for the user of this process',
  EPERM: 'is not writable for the user of this process',
  ENOTDIR: 'is a file or inside a file',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
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
