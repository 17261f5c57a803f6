// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { messageHtml } from './markup.ts'
import { plainText } from './plain-text.ts'

test('what people type is shown as they typed it', () => {
  expect(messageHtml('<img src=x onerror=alert(1)> & <b>x</b>')).toBe(
    '&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;x&lt;/b&gt;',
  )
})

test('links open elsewhere and tell nothing', () => {
  const html = messageHtml('see https://acme.com/a_b*c*')
  expect(html).toContain('target="_blank"')
  expect(html).toContain('rel="noopener noreferrer nofollow"')
  expect(html).toContain('href="https://acme.com/a_b*c*"')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])('%s is no link', (text) => {
  expect(messageHtml(text)).not.toContain('href')
})

test('a little Markdown, and line breaks', () => {
  expect(messageHtml('do it **now**\n`a < b`')).toContain('<strong>now</strong><br><code>a &lt; b</code>')
  expect(plainText('**now** `x`')).toBe('now x')
})
