import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../../')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('every setting stands in README and .env.example, and nothing else does', () => {
  const source = read('server/src/kit/process/settings.ts')
  const names = new Set([
    ...[...source.matchAll(/env\.([A-Z0-9_]+)/g)].map(([, name]) => name),
    ...[...source.matchAll(/\(env, '([A-Z0-9_]+)'/g)].map(([, name]) => name),
  ])
  expect(names.size).toBeGreaterThan(20)
  const example = read('.env.example').split('# Read by compose.yaml alone.')[0] as string
  expect(new Set([...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name))).toEqual(names)
  const table = read('README.md').match(/^\| `[A-Z].*$/gm) ?? []
  const explained = table.flatMap((row) => [...(row.split('|')[1] as string).matchAll(/`(\w+)`/g)])
  expect(new Set(explained.map(([, name]) => name))).toEqual(names)
})
