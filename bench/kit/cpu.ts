import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds that processes have spent on a processor so far, in user and kernel. */
export function cpuMicroseconds(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + ofProcess(pid), 0)
}

function ofProcess(pid: number): number {
  return list(`/proc/${pid}/task`)
    .map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1000)
    .reduce((sum, one) => sum + one, 0)
}

/** The server processes of one database of a PostgreSQL on this machine, and those that write for all. */
export function postgresProcesses(database: string): number[] {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const command = read(`/proc/${pid}/cmdline`)
      return (
        command.startsWith('postgres: ') &&
        (command.includes(` ${database} `) || /walwriter|background writer|checkpointer/.test(command))
      )
    })
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
