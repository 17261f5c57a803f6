import { describe, expect, test } from 'vitest'
import { type Inline, parseText, safeLink } from './rich-text.ts'

const inline = (text: string) => parseText(text)[0]!.lines[0]!
const links = (nodes: Inline[]): string[] =>
  nodes.flatMap((node) => [
    ...(node.kind === 'link' ? [node.href] : []),
    ...('children' in node ? links(node.children) : []),
  ])
const linksOf = (text: string) => parseText(text).flatMap((block) => block.lines.flatMap(links))
const plain = (nodes: Inline[]): string =>
  nodes.map((node) => ('children' in node ? plain(node.children) : node.text)).join('')
const plainOf = (text: string) =>
  parseText(text)
    .flatMap((block) => block.lines.map(plain))
    .join('\n')

describe('marks', () => {
  test('bold, italic, code', () => {
    expect(inline('a **b** *c* `d`')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'strong', children: [{ kind: 'text', text: 'b' }] },
      { kind: 'text', text: ' ' },
      { kind: 'em', children: [{ kind: 'text', text: 'c' }] },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd' },
    ])
  })

  test.each([
    '2*3*4',
    'a * b * c',
    '**',
    '****',
    '*',
    '`',
    '``',
    'snake_case_name',
    '[a]',
    '[](x)',
    '5 ** 2',
  ])('%s stays as written', (text) => expect(plainOf(text)).toBe(text))

  test('code keeps its marks', () => {
    expect(inline('`**a** https://x.example`')).toEqual([{ kind: 'code', text: '**a** https://x.example' }])
  })

  test('lines and lists', () => {
    const blocks = parseText('One\nTwo\n- a\n- b\nThree')
    expect(blocks.map((block) => [block.kind, block.lines.length])).toEqual([
      ['lines', 2],
      ['list', 2],
      ['lines', 1],
    ])
  })
})

describe('links', () => {
  test.each([
    ['see https://acme.example/a?b=c#d.', 'https://acme.example/a?b=c#d'],
    ['(https://acme.example/x)', 'https://acme.example/x'],
    ['https://acme.example/a_(b)', 'https://acme.example/a_(b)'],
    ['HTTP://ACME.example', 'http://acme.example/'],
    ['[mail](mailto:a@acme.example)', 'mailto:a@acme.example'],
    ['[call](tel:+233123)', 'tel:+233123'],
    ['**[x](https://acme.example)**', 'https://acme.example/'],
  ])('%s', (text, href) => expect(linksOf(text)).toEqual([href]))

  test('a link in a link is one link', () => {
    expect(linksOf('[**https://one.example**](https://two.example)')).toEqual(['https://two.example/'])
  })

  test.each([
    'javascript:alert(1)',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/relative)',
    'https://',
    'http:// x',
    'xhttps://not.example',
  ])('%s is no link', (text) => expect(linksOf(text)).toEqual([]))

  test('quotes and angle brackets end an address', () => {
    expect(linksOf('https://a.example/"onmouseover="alert(1)')).toEqual(['https://a.example/'])
    expect(linksOf('<https://a.example/><img src=x onerror=alert(1)>')).toEqual(['https://a.example/'])
  })

  test('safeLink takes no other scheme and no broken address', () => {
    for (const address of [
      '',
      'https://',
      'https://[',
      'ftp://a.example',
      'blob:https://a.example/1',
      'tel:abc',
      ' https://a.example',
    ]) {
      expect(safeLink(address)).toBeNull()
    }
  })
})

describe('hostile input', () => {
  test('markup is text', () => {
    const text = '<script>alert(1)</script><img src=x onerror="alert(1)">&lt;b&gt;'
    expect(inline(text)).toEqual([{ kind: 'text', text }])
  })

  test.each([
    '*'.repeat(100_000),
    '**a'.repeat(4_000),
    '['.repeat(12_000),
    '[a]('.repeat(3_000),
    '`'.repeat(11_999),
    '[a](https://a.example '.repeat(500),
    'https://'.repeat(1_500),
    '*a **b '.repeat(1_700),
    '((((https://a.example/'.repeat(500),
    `https://a.example/${')'.repeat(11_000)}`,
    '\n'.repeat(12_000),
    '- '.repeat(6_000),
  ])('huge input %# is quick', (text) => {
    const start = performance.now()
    parseText(text)
    expect(performance.now() - start).toBeLessThan(500)
  })

  test('nothing is lost from long text', () => {
    const text = '**a** '.repeat(5_000)
    expect(plainOf(text)).toBe(text)
  })
})
