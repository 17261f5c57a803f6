import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { lockHolder } from '../../kit/db/data-directory-lock.ts'
import { bad, type Finding, ok, warn, wordsOf } from './finding.ts'
import type { Patient } from './run-doctor.ts'

const part = 'data directory'
const megabyte = 1_000_000
const little = 1000
const tooLittle = 100

export async function checkDataDirectory({ settings }: Patient): Promise<Finding[]> {
  const { dataDir } = settings
  const trial = path.join(dataDir, `doctor-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(trial, 'written')
    await rm(trial)
  } catch (error) {
    return [
      bad(
        part,
        `${dataDir} cannot be written: ${wordsOf(error)}`,
        'Give it to the user who runs the product, or set DATA_DIR.',
      ),
    ]
  }
  const holder = lockHolder(path.join(dataDir, 'server.lock'))
  const use = holder === null ? 'no process has it' : `process ${holder} has it`
  return [ok(part, `${dataDir} can be written; ${use}`), await space(dataDir)]
}

async function space(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = Math.floor((bavail * bsize) / megabyte)
  const found = `${free} MB are free`
  const todo = `Make room on the disk of ${dataDir}: a full one stops the product.`
  if (free < tooLittle) return bad('disk', found, todo)
  return free < little ? warn('disk', found, todo) : ok('disk', found)
}
