import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listRateLimits } from './contracts.ts'

/** The modules in dependency order: each imports only modules above it in this list. */
const layers = [
  'common',
  'rate-limit',
  'text',
  'read-failures',
  'permissions',
  'realtime',
  'languages',
  'rich-text',
  'rich-text-elements',
  'visible-color',
  'scopes',
  'audit-actions',
  'route',
  'search',
  'writing',
  'time-zones',
  'dates',
  'ai-model',
  'usage',
  'companies',
  'users',
  'auth',
  'audit',
  'api-keys',
  'prompts',
  'templates',
  'projects',
  'hours',
  'widget',
  'widget-values',
  'widget-defaults',
  'localize-greetings',
  'publish-sentences',
  'answer-sets',
  'answer-removal',
  'releases',
  'project-auto-reply',
  'installation',
  'identity',
  'agent-profile',
  'attachments',
  'knowledge',
  'knowledge-review',
  'sources',
  'findings',
  'faq',
  'messages',
  'message-list',
  'saved-replies',
  'reply-traces',
  'preview',
  'sessions',
  'labels',
  'writing-assistant',
  'answer-tests',
  'replays',
  'test-chat',
  'notes',
  'webhooks',
  'erasure',
  'staff-channel',
  'visitors',
]
const folder = path.resolve(import.meta.dirname, '../../contracts/src')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.(?:test|samples)\.ts$/.test(file),
)

/** Every import, export-from and dynamic import of a file, type-only ones included. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(folder, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string)
}

describe('the layers of the contracts', () => {
  test('list every module', () => {
    expect(sources.toSorted()).toEqual(layers.map((name) => `${name}.ts`).toSorted())
  })

  test('are respected by every import', () => {
    const upward = layers.flatMap((name, layer) =>
      importsOf(`${name}.ts`)
        .filter((target) => target.startsWith('.'))
        .filter((target) => {
          const targetLayer = layers.indexOf(path.basename(target, '.ts'))
          return targetLayer < 0 || targetLayer >= layer
        })
        .map((target) => `${name} → ${target}`),
    )
    expect(upward).toEqual([])
  })

  // Globals of Node.js are refused by contracts/tsconfig.json, which loads no types of it.
  test('import no package but zod, so that they run in a browser', () => {
    const outside = sources.flatMap((file) =>
      importsOf(file)
        .filter((target) => !target.startsWith('.') && target !== 'zod/mini')
        .map((target) => `${file} → ${target}`),
    )
    expect(outside).toEqual([])
  })

  test('name each rate limit once', async () => {
    const names = (await listRateLimits()).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(20)
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  })
})
