import { afterEach, describe, expect, test, vi } from 'vitest'
import { escapeHtml, richTextSamples } from './rich-text.samples.ts'
import { parseRichText, toPlainText, toSafeHref } from './rich-text.ts'
import { createRichText, linkProps } from './rich-text-elements.ts'

class Markup {
  constructor(readonly html: string) {}
}

function render(text: string): string {
  const root = createRichText<Markup>(text, 'rich', (type, props, ...children) => {
    const content = children
      .map((child) => (child instanceof Markup ? child.html : escapeHtml(child)))
      .join('')
    if (type === 'div') return new Markup(content)
    if (type === 'br') return new Markup('<br>')
    const attributes = Object.entries(props ?? {})
      .filter(([name]) => ['href', 'value', 'dir'].includes(name))
      .map(([name, value]) => ` ${name}="${value}"`)
    return new Markup(`<${type}${attributes.join('')}>${content}</${type}>`)
  })
  return root.html
}

describe('parseRichText', () => {
  test.each(richTextSamples)('parses $text', ({ text, html }) => {
    expect(render(text)).toBe(html)
  })

  test('adds the attributes that isolate the opened page', () => {
    expect(linkProps('https://acme.example/')).toEqual({
      href: 'https://acme.example/',
      title: 'https://acme.example/',
      target: '_blank',
      rel: 'noopener noreferrer nofollow',
    })
  })
})

describe('toSafeHref', () => {
  test.each([
    '',
    'https://',
    'https://[',
    'ftp://a.example',
    'blob:https://a.example/1',
    'tel:abc',
    ' https://a.example',
    'javascript:alert@acme.example',
    'https://a.example b@c.example',
  ])('rejects %j', (address) => expect(toSafeHref(address)).toBeNull())
})

describe('toPlainText', () => {
  test('removes formatting and keeps list markers', () => {
    expect(toPlainText('**now** `x`\n- [a](https://acme.example)\n\n2. *b*\n```\n  c\n```')).toBe(
      'now x\n• a\n2. b\n  c',
    )
  })
})

describe('work', () => {
  afterEach(() => vi.restoreAllMocks())

  test.each([
    '*',
    '**a',
    '*a **b ',
    '**a* ',
    '[',
    '[a](',
    '[a](b(',
    '[](a)',
    '[a](https://a.example ',
    '[[a](https://a.example)',
    '`',
    '`a``b```c',
    'https://',
    'https://a.example ',
    'http://%',
    'mailto:',
    'mailto:a ',
    'tel:+',
    'www.',
    'a@',
    'a@b.',
    'a.b-@b.c ',
    '((((https://a.example/',
    ')',
    '\n',
    '- ',
    '1. a\n',
    '```\n',
    '```\na\n```\n',
    ' ',
    '\t-',
  ])('is linear in the length of repeated %j', (part) => {
    const short = countCharactersRead(part.repeat(1000))
    const long = countCharactersRead(part.repeat(8000))
    expect(long).toBeLessThanOrEqual(short * 8.5)
    expect(long).toBeLessThan(part.length * 8000 * 60)
  })
})

/** How many characters the parser reads by patterns, slices and searches. */
function countCharactersRead(text: string): number {
  let count = 0
  const { exec } = RegExp.prototype
  const { slice, trim } = String.prototype
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, input: string) {
    // A pattern that continues from its last match reads only what it advances over.
    const isContinued = this.global || this.sticky
    const from = isContinued ? this.lastIndex : 0
    const match = exec.call(this, input)
    count += isContinued && match ? this.lastIndex - from + 1 : input.length - from
    return match
  })
  vi.spyOn(String.prototype, 'slice').mockImplementation(function (
    this: string,
    start?: number,
    end?: number,
  ) {
    const result = slice.call(this, start, end)
    count += result.length
    return result
  })
  vi.spyOn(String.prototype, 'trim').mockImplementation(function (this: string) {
    count += this.length
    return trim.call(this)
  })
  parseRichText(text)
  vi.restoreAllMocks()
  return count
}
