import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const folders = ['bench', 'console/src', 'contracts/src', 'e2e', 'packages', 'scripts', 'server', 'widget']
/** Built and installed files; migrations are read by their numbers. */
const ignored = /(?:^|\/)(?:node_modules|dist|migrations)(?:\/|$)/
const maxFileCount = 30

test('a folder has at most 30 files', () => {
  const large = folders
    .flatMap(countFiles)
    .filter(({ fileCount }) => fileCount > maxFileCount)
    .map(({ folder, fileCount }) => `${folder}: ${fileCount} files`)
  expect(large).toEqual([])
})

/** The folder and all folders below it. */
function countFiles(folder: string): { folder: string; fileCount: number }[] {
  if (ignored.test(folder)) return []
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  return [
    { folder, fileCount: entries.filter((entry) => entry.isFile()).length },
    ...entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => countFiles(`${folder}/${name}`)),
  ]
}
