import { describe, expect, test } from 'vitest'
import { docxParts, docxWithTable, xlsxOf, xlsxRow, zipOf } from '../../../test/code/documents.ts'
import { createTitle } from '../create-title.ts'
import { hasMarkdown } from './detect-markdown.ts'
import { extractFile, extractMarkdown } from './extract-child.ts'
import type { Section } from './outline.ts'
import { extractFileInChild, extractMarkdownInChild } from './parse-in-child.ts'
import { readFile } from './read-file.ts'

const silent = { log: { warn() {} } as never }

function toLines(sections: Section[]): string[] {
  return sections.flatMap(({ headings, paragraphs }) =>
    paragraphs.map((paragraph) =>
      headings.length > 0 ? `${headings.join(' / ')}: ${paragraph}` : paragraph,
    ),
  )
}

async function linesOf(name: string, content: string | Buffer): Promise<string[]> {
  return toLines((await readFile({ name, bytes: new Uint8Array(Buffer.from(content)) })).sections)
}

const prices = [
  ['Country', 'Standard', 'Express'],
  ['Germany', '4.90 euros', '12.90 euros'],
  ['Austria', '6.90 euros', '18.90 euros'],
]
const priceLines = [
  'Germany – Standard: 4.90 euros, Express: 12.90 euros.',
  'Austria – Standard: 6.90 euros, Express: 18.90 euros.',
]

test('a table of a Word document keeps the names of its columns in each row', async () => {
  expect(await linesOf('a.docx', docxWithTable('Delivery', prices))).toEqual(
    priceLines.map((line) => `Delivery: ${line}`),
  )
})

describe('Markdown', () => {
  test('is parsed into headings, lists, tables and code', async () => {
    const file = `---
title: Help
tags:
  - returns
---
# Returns

You can return a **tent** within *45 days* of
delivery. See [the terms](https://acme.com/terms), <https://acme.com/x> and [us@acme.com](mailto:us@acme.com).

- Keep the **bag**
- Print the \`label\`

3. Pack it
4. Send it

Prices
------

| Country | Standard | Express |
|:--|--:|---|
| Germany | 4.90 euros | **12.90 euros** |

\`\`\`html
<script>track('*start*')</script>
\`\`\`

> Gift cards are excluded.

<details><summary>Is it warm?</summary>

Yes, *very*.

</details>

![Diagram](a.png)
`.replaceAll('\\`', '`')
    expect(await linesOf('help.md', file)).toEqual([
      'Returns: You can return a tent within 45 days of delivery. See the terms (https://acme.com/terms), https://acme.com/x and us@acme.com.',
      'Returns: Keep the bag',
      'Returns: Print the label',
      'Returns: 3. Pack it',
      'Returns: 4. Send it',
      'Returns / Prices: Germany – Standard: 4.90 euros, Express: 12.90 euros.',
      "Returns / Prices: <script>track('*start*')</script>",
      'Returns / Prices: Gift cards are excluded.',
      'Returns / Prices / Is it warm?: Yes, very.',
    ])
  })

  test('of a person keeps its lines, and whatever only looks like Markdown', async () => {
    const text = `**Hours**
Mon: 9–5
Tue: 9–5

2*3*4 cm, snake_case_name, __init__, ~5–~10 km, <your name>, 5 < 6 & 7
> 5 kg costs more
+ 49 431 12345
* only for new customers
Items *A and **B`
    const lines = [
      'Hours',
      'Mon: 9–5',
      'Tue: 9–5',
      '2*3*4 cm, snake_case_name, __init__, ~5–~10 km, <your name>, 5 < 6 & 7',
      '> 5 kg costs more',
      '+ 49 431 12345',
      'only for new customers',
      'Items *A and **B',
    ]
    expect(await extractMarkdown({ text, title: 'a' })).toMatchObject({ text: lines.join('\n') })
  })

  test.each([
    'A *real* thing',
    '**Bold**',
    '_italics_ here',
    'see [our terms](https://acme.com)',
    'run `npm start`',
    '~~old~~ new',
    '- a\n- b',
    '* one\n\n* two',
    '```\ncode\n```',
    'a | b\n--- | ---\n1 | 2',
  ])('is detected in %j', (text) => {
    expect(hasMarkdown(text)).toBe(true)
  })

  test.each([
    '5 * 3 * 2 = 30, 10*20*30 cm, a_b_c',
    'Prices marked * exclude VAT; those marked ** include it.',
    '#1 in tents\nC# and F#',
    'see [1] (page 3)',
    'Call *31# or #31#',
    '- 5 °C',
    'Mon: 9-5\n---\nTue: 9-5',
    'Cut here -----\nfile_name.txt and *args, **kwargs',
    '# Returns\nWithin 45 days.',
  ])('is not detected in %j', (text) => {
    expect(hasMarkdown(text)).toBe(false)
  })

  test('is not part of a title', () => {
    expect(createTitle('## **Returns** and [refunds](/x)\nWithin 45 days')).toBe('Returns and refunds')
    expect(createTitle('5 * 3 * 2')).toBe('5 * 3 * 2')
  })

  test.each([
    ['open quotes', '> '.repeat(40_000), /./],
    ['open brackets', `${'['.repeat(50_000)}a`, /./],
    ['open emphasis', '*a **b '.repeat(14_000), /./],
    ['unclosed markup', '<div><b>'.repeat(12_000), /No text|could not/],
  ])(
    'with %s ends with a text or a message',
    async (_, text, expected) => {
      const ended = await extractMarkdownInChild(silent, { text, title: 'a' }).then(
        (content) => content.text,
        (error) => error.message,
      )
      expect(ended).toMatch(expected)
    },
    20_000,
  )

  test('is read without scripts and styles', async () => {
    const file =
      'Hello <b onclick="x()">you</b>\n\n<script>alert(1)</script>\n\n<style>p{}</style>\n\n[a](javascript:x)'
    expect(await linesOf('a.md', file)).toEqual(['Hello you', 'a'])
  })
})

test('an HTML file is read like a page', async () => {
  const page = `<title>Returns | Shop</title><nav><a href="/">Home</a></nav><main><h1>Returns</h1>
    <details><summary>How long?</summary>Within 45 days.</details><script>x()</script></main>`
  expect(await linesOf('returns.html', page)).toEqual(['Returns / How long?: Within 45 days.'])
})

test.each([
  ['in a meta element', '<meta charset="iso-8859-2">', 'iso-8859-2'],
  ['as a media type', '<meta http-equiv=Content-Type content="text/html; charset=ISO-8859-2">', 'iso-8859-2'],
  ['that does not exist', '<meta charset="klingon">', 'utf-8'],
  ['that it does not have', '<meta charset="utf-16">', 'utf-8'],
])('an HTML file is decoded with the charset %s', async (_, head, charset) => {
  const word = charset === 'utf-8' ? Buffer.from('Łódź') : Buffer.from([0xa3, 0xf3, 0x64, 0xbc])
  const file = Buffer.concat([Buffer.from(`<html><head>${head}</head><body><p>`), word, Buffer.from('</p>')])
  expect(await linesOf('a.html', file)).toEqual(['Łódź'])
})

describe('comma-separated values', () => {
  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('with %s keep the names of the columns', async (_, delimiter) => {
    const file = prices.map((row) => row.join(delimiter)).join('\r\n')
    expect(await linesOf('a.csv', file)).toEqual(priceLines)
  })

  test('keep the title above the table, and formulas as text', async () => {
    const file = 'sep=;\nPrices 2026;;\n;;\nCountry;Standard;Express\nGermany;"4,90 €";=1+2\n'
    expect(await linesOf('a.csv', file)).toEqual([
      'Prices 2026',
      'Germany – Standard: 4,90 €, Express: =1+2.',
    ])
  })

  test.each([
    [
      'with names',
      'Topic;Question;Answer\nReturns;"How long; do I have?";"You have ""45"" days.\nKeep the bag."\n;Is it warm?;Yes.\n',
      [
        'How long; do I have?: You have "45" days.',
        'How long; do I have?: Keep the bag.',
        'How long; do I have?: Topic: Returns',
        'Is it warm?: Yes.',
      ],
    ],
    ['without names', 'Is it warm?,Yes.\nIs it cold?,No.', ['Is it warm?: Yes.', 'Is it cold?: No.']],
  ])('of questions and answers %s become headings and paragraphs', async (_, file, lines) => {
    expect(await linesOf('faq.csv', file)).toEqual(lines)
  })

  test.each([
    ['UTF-16', Buffer.from('\ufeffLand;Größe\nÖsterreich;groß', 'utf16le')],
    ['Latin-1', Buffer.from('Land;Größe\nÖsterreich;groß', 'latin1')],
    ['UTF-8 with its mark', Buffer.from('\ufeffLand;Größe\nÖsterreich;groß')],
  ])('are decoded from %s', async (_, file) => {
    expect(await linesOf('a.csv', file)).toEqual(['Österreich – Größe: groß.'])
  })

  test.each([
    ['a million columns', 'a,'.repeat(1_000_000), 'The table has too many columns (200 at most).'],
    [
      'a huge cell',
      `a,b\nx,"${'word '.repeat(300_000)}"`,
      'The text is too long (1 million characters at most).',
    ],
    ['an open quote', `a,b\n"${'x,y\n'.repeat(100_000)}`, undefined],
    ['no text', ';;;\n;;;\n', 'No text was found.'],
  ])('with %s end with a text or a message', async (_, file, problem) => {
    expect((await extractFile('a.csv', new Uint8Array(Buffer.from(file)))) as object).toMatchObject(
      problem ? { problem } : { title: 'a.csv' },
    )
  })
})

describe('a workbook', () => {
  test('keeps sheets, the names of columns, and calculated values', async () => {
    const rows = [
      xlsxRow(1, ['Country', 'Price', 'Tax']),
      xlsxRow(2, ['Germany', 0.30000000000000004, '=B2*2:0.6']),
    ]
    expect(await linesOf('a.xlsx', xlsxOf(rows.join('')))).toEqual([
      'Prices: Germany – Price: 0.3, Tax: 0.6.',
    ])
    const plain = xlsxOf(rows.join(''), { sheet: 'Sheet1' })
    expect(await linesOf('a.xlsx', plain)).toEqual(['Germany – Price: 0.3, Tax: 0.6.'])
  })

  const cell = xlsxRow(1, ['a', 'b'])
  test.each([
    [
      'a part of 120 MB',
      { more: [{ name: 'xl/media/a.xml', content: Buffer.alloc(120_000_000) }] },
      'The file is too large when unpacked.',
    ],
    [
      '2,001 parts',
      { more: Array.from({ length: 2001 }, (_, index) => ({ name: `xl/${index}.xml`, content: 'x' })) },
      'The file is too large when unpacked.',
    ],
    ['broken XML', { rows: '<row><c r="A1"' }, 'The file could not be read as an Excel workbook.'],
    [
      'a cell at the last place',
      { rows: `${cell}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` },
      'The file could not be read.',
    ],
    [
      'a place that does not exist',
      { rows: '<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>' },
      'The file could not be read.',
    ],
    ['no text', { rows: '<row/>' }, 'No text was found.'],
  ] as [string, { rows?: string; more?: { name: string; content: string | Buffer }[] }, string][])(
    'with %s is refused with a message',
    async (_, { rows = cell, more = [] }, message) => {
      const file = new Uint8Array(xlsxOf(rows, { more }))
      const reading = extractFileInChild(silent, { name: 'a.xlsx', open: async () => file })
      await expect(reading).rejects.toThrow(message)
    },
    30_000,
  )

  test('that is a Word document or no archive is refused with a message', async () => {
    for (const file of [zipOf(docxParts('')), Buffer.from('PK\x03\x04 broken')]) {
      expect(await extractFile('a.xlsx', new Uint8Array(file))).toEqual({
        problem: 'The file could not be read as an Excel workbook.',
      })
    }
  })
})
