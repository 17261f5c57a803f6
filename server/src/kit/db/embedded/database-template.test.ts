import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packDatabase, unpackDatabase } from './database-template.mjs'

async function packed(): Promise<{ folder: string; archive: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aichat-template-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = path.join(folder, 'source')
  mkdirSync(path.join(source, 'pg_notify'), { recursive: true })
  mkdirSync(path.join(source, 'base/1'), { recursive: true })
  writeFileSync(path.join(source, 'PG_VERSION'), '18\n')
  writeFileSync(path.join(source, 'base/1/1234'), Buffer.alloc(20_000, 7))
  writeFileSync(path.join(source, 'base/1/empty'), '')
  const archive = path.join(folder, 'template.tar.gz')
  await packDatabase(source, archive)
  return { folder, archive }
}

test('unpacks every file and empty directory, readable by their owner only', async () => {
  const { folder, archive } = await packed()
  const directory = path.join(folder, 'data/database')
  await unpackDatabase(archive, directory)
  expect(readdirSync(directory, { recursive: true }).toSorted()).toEqual(
    ['PG_VERSION', 'base', 'base/1', 'base/1/1234', 'base/1/empty', 'pg_notify'].toSorted(),
  )
  expect(readFileSync(path.join(directory, 'base/1/1234'))).toEqual(Buffer.alloc(20_000, 7))
  expect(statSync(path.join(directory, 'PG_VERSION')).mode & 0o777).toBe(0o600)
  expect(statSync(path.join(directory, 'base')).mode & 0o777).toBe(0o700)
})

test('replaces what an interrupted attempt left behind', async () => {
  const { folder, archive } = await packed()
  const directory = path.join(folder, 'database')
  mkdirSync(`${directory}.unfinished`)
  writeFileSync(path.join(`${directory}.unfinished`, 'half'), 'of a file')
  await unpackDatabase(archive, directory)
  expect(existsSync(path.join(directory, 'half'))).toBe(false)
  expect(existsSync(`${directory}.unfinished`)).toBe(false)
})

test('leaves no directory when the archive is damaged', async () => {
  const { folder, archive } = await packed()
  const whole = readFileSync(archive)
  writeFileSync(archive, whole.subarray(0, whole.length - 40))
  const directory = path.join(folder, 'database')
  await expect(unpackDatabase(archive, directory)).rejects.toThrow()
  expect(existsSync(directory)).toBe(false)
})
