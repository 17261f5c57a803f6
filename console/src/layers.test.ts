import { describe, expect, test } from 'vitest'

/**
 * A folder imports only folders above it in this list. The features of a conversation build on each other in this
 * order; all other features stand beside each other and import none.
 */
const layers = [
  ['paths.ts'],
  ['kit'],
  ['ui'],
  ['sessions'],
  ['sync'],
  ['attachments'],
  ['drafts'],
  ['labels'],
  ['saved-replies'],
  ['notes'],
  ['transcript'],
  ['composer'],
  ['conversation'],
  ['inbox'],
  ['test-chat'],
  [
    'agent-profile',
    'ai-model',
    'answer-tests',
    'api-keys',
    'audit',
    'auth',
    'auto-reply',
    'companies',
    'email',
    'erasure',
    'faq',
    'findings',
    'gallery',
    'hours',
    'identity',
    'installation',
    'knowledge',
    'notifications',
    'projects',
    'prompts',
    'releases',
    'replays',
    'reports',
    'sources',
    'usage',
    'users',
    'webhooks',
    'widget',
  ],
  ['shell'],
  ['screens'],
  ['routes.tsx'],
  ['main.tsx'],
]
const conversationFeatures = layers.slice(5, 15).flat()
const otherFeatures = layers[15] ?? []

/** The text of every source file, by its path from console/src. */
const files = Object.entries(
  import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).map(([name, text]) => ({ name: name.slice(2), text }))

const levels = new Map(layers.flatMap((names, level) => names.map((name) => [name, level] as const)))

type Import = { from: string; to: string; text: string }

const imports = files.flatMap(readImports)

describe('layers', () => {
  test('list every file and folder of console/src', () => {
    const entries = new Set(files.map(({ name }) => firstFolder(name)))
    expect([...entries].toSorted(), 'List each folder above, at its layer').toEqual(layers.flat().toSorted())
  })

  test('import only layers below them', () => {
    const listed = imports.filter(({ from }) => levels.has(from))
    const violations = listed.filter(({ from, to }) => from !== to && !(level(to) < level(from)))
    expect(violations.map(({ text }) => text)).toEqual([])
  })

  test('use conversation features outside of the inbox only through sync', () => {
    const violations = imports.filter(
      ({ from, to }) => otherFeatures.includes(from) && conversationFeatures.includes(to),
    )
    expect(violations.map(({ text }) => text)).toEqual([])
  })

  test('subscribe to the socket only in sync, kit and shell', () => {
    const subscribing = files.filter(({ text }) => /\bsubscribeToEvent\b/.test(text))
    const folders = new Set(subscribing.map(({ name }) => firstFolder(name)))
    expect([...folders].toSorted()).toEqual(['kit', 'shell', 'sync'])
  })

  test('render form elements only through ui/forms/Form.tsx, which ignores double submits', () => {
    const rendering = files.filter(({ text }) => /<form\b/.test(text))
    expect(rendering.map(({ name }) => name)).toEqual(['ui/forms/Form.tsx'])
  })
})

/** The relative imports of a file, dynamic ones included. */
function readImports({ name, text }: { name: string; text: string }): Import[] {
  const specifiers = text.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)
  return [...specifiers].map((match) => {
    const target = new URL(match[1] as string, `file:///${name}`).pathname.slice(1)
    return { from: firstFolder(name), to: firstFolder(target), text: `${name} → ${target}` }
  })
}

function firstFolder(name: string): string {
  return name.split('/')[0] as string
}

/** Styles may be imported everywhere. An unknown folder has no level, so that importing it fails. */
function level(name: string): number {
  return levels.get(name) ?? (name.endsWith('.css') ? -1 : Number.NaN)
}
