import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { StartError } from '../../process/start-error.ts'

export class DataDirectoryInUseError extends StartError {}

/**
 * Locks a directory for this process until the returned function is called or the process ends. The lock of a process that
 * no longer runs is taken over.
 * @throws DataDirectoryInUse
 */
export function acquireLock(file: string, directory: string): () => void {
  const mine = describe(process.pid)
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = read(file)
    if (holder === null) continue
    const pid = liveProcess(holder)
    if (pid !== null) {
      throw new DataDirectoryInUseError(
        `The data directory ${directory} is in use by process ${pid}. ` +
          'Stop that process, or set DATA_DIR to another directory.',
      )
    }
    removeStaleLock(file, holder)
  }
}

/** The pid of the process that holds the lock; null when there is none. */
export function findLockHolder(file: string): number | null {
  return liveProcess(read(file) ?? '')
}

function liveProcess(holder: string): number | null {
  const pid = Number(holder.split(' ')[0])
  return holder !== '' && isAlive(pid) && describe(pid) === holder ? pid : null
}

/** Removes a stale lock. If another process has replaced it meanwhile, that lock is restored. */
function removeStaleLock(file: string, holder: string): void {
  const movedFile = `${file}.${process.pid}`
  try {
    renameSync(file, movedFile)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (read(movedFile) !== holder) linkSync(movedFile, file)
  rmSync(movedFile, { force: true })
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null // removed meanwhile
  }
}

/** The pid and, on Linux, the start time: a pid may be reused by a new process. */
function describe(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // A zombie process no longer holds the lock.
    if (fields[0] === 'Z') return `${pid} ended`
    return `${pid} ${fields[19] ?? ''}`
  } catch {
    return `${pid} `
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
