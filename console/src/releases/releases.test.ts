// @vitest-environment happy-dom
import type { WidgetContent } from '@aichat/contracts/widget/widget'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { diffConfigs } from './diff-configs.ts'
import { createDeveloperMailUrl, createSnippets } from './snippets.ts'

const config: WidgetContent = {
  template: { key: 'minimal', version: '1.0.0' },
  brand: { chatName: 'Chat', primaryColor: '#1769a0', fontColor: '#ffffff', logoUrl: '' },
  greetings: { firstVisit: 'Hi', returning: 'Again', offline: 'Away' },
  icon: { position: 'bottom-right', animation: 'none', color: '#2c8ac5', text: '' },
  behavior: {
    openOnLoad: false,
    showTooltip: true,
    autoOpenDelay: 0,
    manualOnReply: true,
    autoReplyResumeMinutes: 0,
  },
  agent: { autoReply: false, autoReplyRateLimit: 10 },
  realtime: { preChat: { enabled: false, mode: 'on_start', fields: [] } },
}

test('lists no change for what Customize sets on its first load', () => {
  const before = structuredClone(config)
  before.template = { key: null, version: null }
  before.realtime.preChat.mode = null
  expect(diffConfigs(before, config)).toEqual([])
})

function describeChange(change: (next: WidgetContent) => void): string[] {
  const next = structuredClone(config)
  change(next)
  return diffConfigs(config, next).map(({ name, from, to }) => `${name}: ${from} → ${to}`)
}

test('describes differences with display names and readable values', () => {
  expect(diffConfigs(config, structuredClone(config))).toEqual([])
  expect(describeChange((next) => Object.assign(next.brand, { primaryColor: '#b02a37' }))).toEqual([
    'Primary colour: #1769a0 → #b02a37',
  ])
  expect(
    describeChange((next) => {
      next.brand.logoUrl = 'https://acme.com/logo.png'
      next.greetings.offline = ''
      next.icon = { position: 'bottom-left', animation: 'shake', color: '#000', text: 'Help' }
      next.behavior = { ...next.behavior, openOnLoad: true, showTooltip: false, autoOpenDelay: 5 }
      next.agent = { autoReply: true, autoReplyRateLimit: 20 }
      next.realtime.preChat = {
        enabled: true,
        mode: 'on_demand',
        fields: [
          { key: 'name', label: '', required: true },
          { key: 'custom', label: 'Order number', required: false },
        ],
      }
    }),
  ).toEqual([
    'Logo URL: empty → https://acme.com/logo.png',
    'Offline greeting: Away → empty',
    'Icon position: bottom-right → bottom-left',
    'Icon animation: none → shake',
    'Icon color: #2c8ac5 → #000',
    'Icon text: empty → Help',
    'Open on page load: off → on',
    'Show tooltip: on → off',
    'Auto-open delay: never → 5 s',
    'AI auto-reply: off → on',
    'Auto-reply rate limit: 10 s → 20 s',
    'Pre-chat form: off → on',
    'Pre-chat mode: Before the chat → When an agent asks',
    'Pre-chat fields: none → Your Name (name, required), Order number (custom)',
  ])
})

test('does not show the path of an uploaded logo', () => {
  expect(
    describeChange((next) => {
      next.brand.logoUrl = '/widget-files/01a203b2-8b20-7505-bb93-03f62362184f'
    }),
  ).toEqual(['Logo URL: empty → uploaded image'])
})

test('lists names and texts of optional fields', () => {
  expect(
    describeChange((next) => {
      next.brand.team = [{ name: 'Ada', photoUrl: 'https://example.com/ada.png' }]
      next.greetings.headline = 'Welcome'
      next.greetings.suggestions = ['When do you open?', 'Where are you?']
      next.greetings.translations = { de: { offline: 'Weg' } }
    }),
  ).toEqual([
    'Team photos: none → Ada',
    'Headline: empty → Welcome',
    'Suggested messages: none → When do you open?, Where are you?',
    'Greetings in other languages: none → Deutsch: Weg',
  ])
})

test('lists no change for a field that was filled and cleared again', () => {
  expect(
    describeChange((next) => {
      next.brand = { logoUrl: '', fontColor: '#ffffff', primaryColor: '#1769a0', chatName: 'Chat', team: [] }
      Object.assign(next.greetings, { headline: '', suggestions: [], translations: { de: { offline: '' } } })
      next.behavior.showMessagePreview = false
    }),
  ).toEqual([])
  expect(describeChange((next) => Object.assign(next.behavior, { showMessagePreview: true }))).toEqual([
    'Show new messages next to the launcher: off → on',
  ])
})

const address = 'https://chat.example.com/widgets/loader.js'
const key = `pk_${'0f'.repeat(16)}`
const embedCode = `<script src="${address}" data-key="${key}" async></script>`
const codeOf = (name: string) => createSnippets(embedCode).find((one) => one.name === name)?.code ?? ''

test('creates a snippet per platform, the unchanged embed code first', () => {
  expect(createSnippets(embedCode).map(({ name }) => name)).toEqual([
    'HTML',
    'React',
    'Next.js',
    'WordPress',
    'Tag Manager',
    'Shopify',
  ])
  expect(codeOf('HTML')).toBe(embedCode)
  expect(codeOf('Shopify')).toBe(embedCode)
  for (const { code, name } of createSnippets(embedCode)) {
    expect(code, name).toContain(address)
    expect(code, name).toContain(key)
  }
})

test('returns embed code without a script unchanged', () => {
  expect(createSnippets('<b>no</b>').map(({ code }) => code)).toEqual(['<b>no</b>'])
})

test('creates valid React and Next.js code', async () => {
  const react = await transform(codeOf('React'), { loader: 'jsx' })
  expect(react.code).toContain('export function ChatWidget')
  const next = await transform(codeOf('Next.js').replace('<Script', 'export const page = <Script'), {
    loader: 'jsx',
  })
  expect(next.code).toContain(`"data-key": "${key}"`)
})

test('adds the same script to the page with the Tag Manager snippet', () => {
  const body = /<script>([\s\S]*)<\/script>/.exec(codeOf('Tag Manager'))?.[1] ?? ''
  const added: HTMLScriptElement[] = []
  const page = {
    createElement: () => document.createElement('script'),
    body: { appendChild: (node: HTMLScriptElement) => void added.push(node) },
  }
  new Function('document', body)(page)
  expect(added.map((script) => [script.src, script.getAttribute('data-key'), script.async])).toEqual([
    [address, key, true],
  ])
})

test('prints the same element with the WordPress snippet', () => {
  const printed = /echo '(.*)';/.exec(codeOf('WordPress'))?.[1]?.replaceAll("\\'", "'")
  expect(printed).toBe(embedCode)
})

test('escapes special characters of the URL in every snippet', async () => {
  const odd = `<script src="https://chat.example.com/a'b&amp;c</x/loader.js" data-key="${key}" async></script>`
  const codes = createSnippets(odd)
  const react = await transform(codes.find((one) => one.name === 'React')?.code ?? '', { loader: 'jsx' })
  expect(react.code).toContain('b&c')
  expect(codes.find((one) => one.name === 'Tag Manager')?.code).not.toContain('</x')
})

test('includes the code in the developer email for any project name', () => {
  const name = 'A & B? #1 "Shop" <ü>\r\nBcc: x@example.com'
  const mail = new URL(createDeveloperMailUrl(name, embedCode))
  expect(mail.protocol).toBe('mailto:')
  expect([...mail.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(mail.searchParams.get('subject')).toBe(`Chat widget for ${name}`)
  expect(mail.searchParams.get('body')).toContain(`\r\n\r\n${embedCode}\r\n`)
})
