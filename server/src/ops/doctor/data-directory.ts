import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findLockHolder } from '../../kit/db/embedded/data-directory-lock.ts'
import type { DoctorContext } from './doctor-context.ts'
import { bad, type Finding, getErrorMessage, ok, warn } from './finding.ts'

const part = 'data directory'
const megabyte = 1_000_000
const lowSpaceMegabytes = 1000
const minSpaceMegabytes = 100

export async function checkDataDirectory({ settings }: DoctorContext): Promise<Finding[]> {
  const { dataDir } = settings
  const testFile = path.join(dataDir, `doctor-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(testFile, 'written')
    await rm(testFile)
  } catch (error) {
    return [
      bad(
        part,
        `${dataDir} is not writable: ${getErrorMessage(error)}`,
        'Make it writable for the user that runs the product, or set DATA_DIR.',
      ),
    ]
  }
  const holder = findLockHolder(path.join(dataDir, 'server.lock'))
  const use = holder === null ? 'not in use' : `in use by process ${holder}`
  return [ok(part, `${dataDir} is writable, ${use}`), await checkDiskSpace(dataDir)]
}

async function checkDiskSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = Math.floor((bavail * bsize) / megabyte)
  const found = `${free} MB free`
  const todo = `Free space on the disk of ${dataDir}: the product stops when it is full.`
  if (free < minSpaceMegabytes) return bad('disk', found, todo)
  return free < lowSpaceMegabytes ? warn('disk', found, todo) : ok('disk', found)
}
