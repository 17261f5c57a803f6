import { afterEach, expect, test, vi } from 'vitest'
import { aichat, install, on } from './index.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

type Script = { src: string; async: boolean; nonce?: string; dataset: Record<string, string> }

function page() {
  const scripts: Script[] = []
  const window: { aichat?: { q: unknown[][] } } = {}
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', {
    querySelector: () => scripts[0] ?? null,
    createElement: () => ({ dataset: {} }),
    head: { append: (script: Script) => scripts.push(script) },
  })
  return { scripts, calls: () => window.aichat?.q }
}

test('adds the loader once and queues commands in order', () => {
  const { scripts, calls } = page()
  const listener = () => {}
  const end = on('unread', listener)
  install({ publicKey: 'pk_1', host: 'https://chat.example.com/', nonce: 'n', language: 'de' })
  install({ publicKey: 'pk_1', host: 'https://chat.example.com' })
  end()
  expect(scripts).toEqual([
    {
      src: 'https://chat.example.com/widgets/loader.js',
      async: true,
      nonce: 'n',
      dataset: { key: 'pk_1', boot: 'manual' },
    },
  ])
  expect(calls()).toEqual([
    ['on', 'unread', listener],
    ['boot', { language: 'de' }],
    ['boot', {}],
    ['off', 'unread', listener],
  ])
})

test('does nothing on a server', () => {
  expect(() => {
    aichat('open')
    install({ publicKey: 'pk_1', host: 'https://chat.example.com' })
  }).not.toThrow()
})
