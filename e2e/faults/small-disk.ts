import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Whether this user may mount a file system. Root may, except in a container without this capability. */
export function canMount(): boolean {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory])
  if (status === 0) spawnSync('umount', [directory])
  rmSync(directory, { recursive: true })
  return status === 0
}

/** Mounts a disk of this many megabytes for the duration of the test. Requires root. */
export function mountSmallDisk(megabytes: number) {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory])
  onTestFinished(() => {
    execFileSync('umount', ['-l', directory])
    rmSync(directory, { recursive: true })
  })
  const filler = path.join(directory, 'filler')
  return {
    directory,
    fill(): void {
      const chunk = Buffer.alloc(65_536)
      try {
        for (;;) appendFileSync(filler, chunk)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(filler),
  }
}
