// @vitest-environment happy-dom
import type { WidgetContent } from '@aichat/contracts/widget'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { diffConfigs } from './diff-configs.ts'
import { createDeveloperMailUrl, createSnippets } from './snippets.ts'

const config: WidgetContent = {
  template: { key: 'minimal', version: '1.0.0' },
  brand: { chatName: 'Chat', primaryColor: '#1769a0', fontColor: '#ffffff', logoUrl: '' },
  greetings: { firstVisit: 'Hi', returning: 'Again', offline: 'Away' },
  icon: { position: 'bottom-right', animation: 'none', color: '#2c8ac5', text: '' },
  behavior: { openOnLoad: false, showTooltip: true, autoOpenDelay: 0 },
  agent: { autoReply: false, autoReplyRateLimit: 10 },
  realtime: { preChat: { enabled: false, mode: 'on_start', fields: [] } },
}

function wordsOf(change: (next: WidgetContent) => void): string[] {
  const next = structuredClone(config)
  change(next)
  return diffConfigs(config, next).map(({ name, from, to }) => `${name}: ${from} → ${to}`)
}

test('what differs is said in plain words', () => {
  expect(diffConfigs(config, structuredClone(config))).toEqual([])
  expect(wordsOf((next) => Object.assign(next.brand, { primaryColor: '#b02a37' }))).toEqual([
    'Primary colour: #1769a0 → #b02a37',
  ])
  expect(
    wordsOf((next) => {
      next.brand.logoUrl = 'https://acme.com/logo.png'
      next.greetings.offline = ''
      next.icon = { position: 'bottom-left', animation: 'shake', color: '#000', text: 'Help' }
      next.behavior = { openOnLoad: true, showTooltip: false, autoOpenDelay: 5 }
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
    'Icon colour: #2c8ac5 → #000',
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

const address = 'https://chat.example.com/widgets/loader.js'
const key = `pk_${'0f'.repeat(16)}`
const embedCode = `<script src="${address}" data-key="${key}" async></script>`
const codeOf = (name: string) => createSnippets(embedCode).find((one) => one.name === name)?.code ?? ''

test('there is a snippet for each way to build a website, the server’s own first and untouched', () => {
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

test('a code that is no script is handed on as it is', () => {
  expect(createSnippets('<b>no</b>').map(({ code }) => code)).toEqual(['<b>no</b>'])
})

test('the React and Next.js snippets are valid programs', async () => {
  const react = await transform(codeOf('React'), { loader: 'jsx' })
  expect(react.code).toContain('export function ChatWidget')
  const next = await transform(codeOf('Next.js').replace('<Script', 'export const page = <Script'), {
    loader: 'jsx',
  })
  expect(next.code).toContain(`"data-key": "${key}"`)
})

test('the Tag Manager snippet puts the very script on the page', () => {
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

test('the WordPress snippet prints the very element', () => {
  const printed = /echo '(.*)';/.exec(codeOf('WordPress'))?.[1]?.replaceAll("\\'", "'")
  expect(printed).toBe(embedCode)
})

test('an address with signs of its own stays text in every snippet', async () => {
  const odd = `<script src="https://chat.example.com/a'b&amp;c</x/loader.js" data-key="${key}" async></script>`
  const codes = createSnippets(odd)
  const react = await transform(codes.find((one) => one.name === 'React')?.code ?? '', { loader: 'jsx' })
  expect(react.code).toContain('b&c')
  expect(codes.find((one) => one.name === 'Tag Manager')?.code).not.toContain('</x')
})

test('the mail to a developer holds the code, whatever the project is called', () => {
  const name = 'A & B? #1 "Shop" <ü>\r\nBcc: x@example.com'
  const mail = new URL(createDeveloperMailUrl(name, embedCode))
  expect(mail.protocol).toBe('mailto:')
  expect([...mail.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(mail.searchParams.get('subject')).toBe(`Chat widget for ${name}`)
  expect(mail.searchParams.get('body')).toContain(`\r\n\r\n${embedCode}\r\n`)
})
