import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../console/src')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

/** What each rule finds, by file. */
function findAll(pattern: RegExp, except: readonly string[] = []) {
  return sources
    .filter(({ file }) => !except.includes(file))
    .flatMap(({ file, text }) => (text.match(pattern) ?? []).map((found) => `${file}: ${found}`))
}

test('text has the styles of the scale in tokens.css only', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(findAll(/\b(?:text-\[[\d.]+(?:px|rem|em)\]|leading-[\w[]+|tracking-[\w[]+)/g)).toEqual([])
  expect(findAll(/\bfont-(?:\[|thin|light|medium|semibold|bold|extrabold|black)/g)).toEqual([])
  expect(findAll(/\b(?:fontSize|lineHeight|fontWeight):/g)).toEqual([])
})

test('select elements have the menu of Select', () => {
  expect(findAll(/<select\b/g, ['ui/forms/Select.tsx'])).toEqual([])
})

test('a star marks required fields, so labels and hints do not say which ones are optional', () => {
  expect(findAll(/\b(?:label|hint)=\{?["'`][^"'`]*\boptional\b/gi)).toEqual([])
})
