import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Processor time of processes so far, in user and kernel mode. */
export function cpuMicroseconds(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMicrosecondsOfProcess(pid), 0)
}

function cpuMicrosecondsOfProcess(pid: number): number {
  return listDirectory(`/proc/${pid}/task`)
    .map((thread) => Number(readIfPresent(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1000)
    .reduce((sum, one) => sum + one, 0)
}

/** The processes of a local PostgreSQL that serve one database, and its shared writer processes. */
export function postgresProcesses(database: string): number[] {
  return listDirectory('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const command = readIfPresent(`/proc/${pid}/cmdline`)
      return (
        command.startsWith('postgres: ') &&
        (command.includes(` ${database} `) || /walwriter|background writer|checkpointer/.test(command))
      )
    })
}

/**
 * Limits a process to a share of one processor until it ends. Returns false where the kernel refuses: this needs root and
 * version 1 of control groups.
 */
export function limitCpu(pid: number, share: number): boolean {
  const group = controlGroupPath(pid)
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

/** Removes the control group of a process that has ended. */
export function removeCpuLimit(pid: number): void {
  rmdirSync(controlGroupPath(pid))
}

function controlGroupPath(pid: number): string {
  return path.join('/sys/fs/cgroup/cpu', `aichat-bench-${pid}`)
}

function listDirectory(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
