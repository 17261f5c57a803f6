import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTable, renderTables, writeTable } from './generated-documents.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'STYLE.md', 'CHANGELOG.md'],
  'bench/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
]

/** A path in a document must begin with one of these, so that `/var/backups` or `company/project` are not checked. */
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map(({ name }) => name)
const topLevelFile = /^(\.?[\w-]+\.(yaml|yml|json|md|example)|Dockerfile|LICENSE)$/
/** Folders that a build creates. */
const notInRepository = /(^|\/)(dist|results|test-results)(\/|\.|$)/
/** Patterns of names in STYLE.md, and the field that the tutorial adds. */
const notInCode = ['maxX', 'minX', 'isX', 'hasX', 'canX', 'xMs', 'xSeconds', 'xCount', 'isFeatured']
const codeFile = /\.(?:ts|tsx|mjs|sql|json|yml|yaml|css|html)$/
const notCode = /(?:^|\/)(?:node_modules|dist|docs|results|test-results|data|\.git)(?:\/|$)/

describe('documents', () => {
  test('every path in backticks exists', () => {
    const missing = documents.flatMap((document) => {
      const names = [...textOf(document).matchAll(/`([\w./-]+)`/g)].map((match) => match[1] as string)
      return names
        .filter((name) => isRepositoryPath(name) && !existsSync(path.join(root, name)))
        .map((name) => `${document}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  // Decisions and the changelog describe what was there at their time.
  test('every function and field in backticks exists', () => {
    const words = new Set(notInCode)
    for (const file of listCode('.'))
      for (const [word] of readFileSync(file, 'utf8').matchAll(/[\w$]+/g)) words.add(word)
    const missing = documents
      .filter((document) => !document.startsWith('docs/decisions') && document !== 'CHANGELOG.md')
      .flatMap((document) => {
        const names = textOf(document).matchAll(/`([a-z]+(?:[A-Z][a-z\d]*)+)(?:\([^`]*\))?`/g)
        return [...names]
          .filter(([, name = '']) => !words.has(name))
          .map(([, name]) => `${document}: ${name}`)
      })
    expect(missing).toEqual([])
  })

  test('every relative link resolves', () => {
    const missing = documents.flatMap((document) => {
      const links = [
        ...textOf(document)
          .replace(/`[^`]*`/g, '')
          .matchAll(/\]\(([^)\s]+)\)/g),
      ].map((match) => match[1] as string)
      return links
        .filter((link) => !/^(https?:|mailto:|#)/.test(link))
        .filter((link) => !existsSync(path.resolve(root, path.dirname(document), link.replace(/#.*/, ''))))
        .map((link) => `${document}: ${link}`)
    })
    expect(missing).toEqual([])
  })
})

test('the tables of permissions and limits are those of the contracts', async () => {
  for (const [document, table] of Object.entries(await renderTables())) {
    if (process.env.UPDATE_DOCS) writeTable(document, table)
    expect(readTable(document), `Run this test with UPDATE_DOCS=1 to update ${document}`).toBe(table)
  }
})

test('the path of a message is short, and the page about it names each file once', () => {
  const sections = textOf('docs/message-path.md').split(/^## /m)
  const listFiles = (text: string) =>
    [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map((match) => match[1] as string)
  const all = sections.flatMap(listFiles)
  expect(all.filter((file, index) => all.indexOf(file) !== index)).toEqual([])
  const toBubble = sections.slice(1, 6).flatMap(listFiles)
  expect(toBubble.at(0)).toBe('console/src/composer/MessageInput.tsx')
  expect(toBubble.at(-1)).toBe('console/src/transcript/PendingState.tsx')
  expect(toBubble.length).toBeLessThanOrEqual(40)
  const inSlices = toBubble.filter((file) => file.startsWith('server/src/') && !file.includes('/kit/'))
  expect(inSlices.length).toBeLessThanOrEqual(8)
})

function isRepositoryPath(name: string): boolean {
  if (notInRepository.test(name)) return false
  return topLevelFile.test(name) || (name.includes('/') && folders.includes(name.split('/')[0] as string))
}

function listCode(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name)
    if (notCode.test(name)) return []
    if (entry.isDirectory()) return listCode(name)
    return codeFile.test(name) ? [path.join(root, name)] : []
  })
}

/** Without code blocks, which contain examples. */
function textOf(document: string): string {
  return readFileSync(path.join(root, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
}
