import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listRateLimits } from '../kit/contracts.ts'

/** The modules in dependency order: each imports only modules above it in this list. */
const layers = [
  'kit/common',
  'kit/rate-limit',
  'kit/text',
  'ai/read-failures',
  'company/permissions',
  'kit/realtime',
  'kit/languages',
  'chat/rich-text',
  'chat/rich-text-elements',
  'kit/visible-color',
  'company/scopes',
  'company/audit-actions',
  'kit/route',
  'ai/search',
  'chat/writing',
  'kit/time-zones',
  'kit/dates',
  'ai/ai-model',
  'company/usage',
  'company/companies',
  'company/users',
  'company/auth',
  'company/audit',
  'company/api-keys',
  'company/email',
  'company/notifications',
  'ai/prompts',
  'widget/templates',
  'company/projects',
  'company/hours',
  'chat/attachments',
  'widget/logo',
  'widget/widget',
  'widget/form-fields',
  'widget/widget-values',
  'widget/widget-defaults',
  'widget/localize-greetings',
  'ai/publish-sentences',
  'ai/answer-sets',
  'ai/answer-removal',
  'ai/releases',
  'ai/project-auto-reply',
  'widget/installation',
  'widget/identity',
  'ai/agent-profile',
  'ai/knowledge',
  'ai/knowledge-review',
  'ai/sources',
  'ai/findings',
  'ai/faq',
  'chat/messages',
  'chat/distinct-sources',
  'chat/message-list',
  'chat/saved-replies',
  'ai/reply-traces',
  'company/reports',
  'company/topics',
  'company/report-subscriptions',
  'widget/preview',
  'chat/sessions',
  'chat/labels',
  'chat/writing-assistant',
  'chat/summaries',
  'chat/inbound-emails',
  'ai/answer-tests',
  'ai/replays',
  'ai/test-chat',
  'chat/notes',
  'company/webhooks',
  'company/erasure',
  'chat/staff-channel',
  'chat/visitors',
]
const folder = path.resolve(import.meta.dirname, '../../../contracts/src')
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
    expect(sources.toSorted(), 'List each module above, in dependency order').toEqual(
      layers.map((name) => `${name}.ts`).toSorted(),
    )
  })

  test('are respected by every import', () => {
    const upward = layers.flatMap((name, layer) =>
      importsOf(`${name}.ts`)
        .filter((target) => target.startsWith('.'))
        .filter((target) => {
          const targetLayer = layers.indexOf(path.join(path.dirname(name), target).replace(/\.ts$/, ''))
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
