import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

export class DataDirectoryInUse extends Error {}

/**
 * Takes a directory for this process until the answered function is called or the process ends.
 * A lock left behind by a dead process is taken over; one of a live process never is.
 * @throws DataDirectoryInUse
 */
export function takeLock(file: string, directory: string): () => void {
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
      throw new DataDirectoryInUse(
        `The data directory ${directory} is in use by process ${pid}. ` +
          'Stop that process, or set DATA_DIR to another directory.',
      )
    }
    putAside(file, holder)
  }
}

/** The process that has it; null where none does. */
export function lockHolder(file: string): number | null {
  return liveProcess(read(file) ?? '')
}

function liveProcess(holder: string): number | null {
  const pid = Number(holder.split(' ')[0])
  return holder !== '' && isAlive(pid) && describe(pid) === holder ? pid : null
}

/** Moves the dead lock away; if another process put its own there meanwhile, gives that one back. */
function putAside(file: string, holder: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (read(aside) !== holder) linkSync(aside, file)
  rmSync(aside, { force: true })
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null // gone between two looks
  }
}

/** The pid and, where the system tells it, the start time: a pid alone may have been given to a new process. */
function describe(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // One that has ended and only waits to be noticed holds nothing any more.
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
