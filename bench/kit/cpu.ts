import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

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

/**
 * Lets a process have so much of one processor and no more, until it ends. False where the kernel does not let us: this
 * asks for root and the first version of control groups.
 */
export function limitProcessor(pid: number, share: number): boolean {
  const group = groupOf(pid)
  const periodMicroseconds = 10_000
  try {
    mkdirSync(group)
    writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(periodMicroseconds))
    writeFileSync(path.join(group, 'cpu.cfs_quota_us'), String(Math.round(periodMicroseconds * share)))
    writeFileSync(path.join(group, 'cgroup.procs'), String(pid))
    return true
  } catch {
    return false
  }
}

/** Takes the limit of a process away that has ended. */
export function forgetLimit(pid: number): void {
  rmdirSync(groupOf(pid))
}

function groupOf(pid: number): string {
  return path.join('/sys/fs/cgroup/cpu', `aichat-bench-${pid}`)
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
