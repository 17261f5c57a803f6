import { describe, expect, test } from 'vitest'
import {
  docOf,
  docxOf,
  docxParts,
  endlessPdf,
  lockedPdf,
  pdfOf,
  scannedPdf,
  zipOf,
} from '../../../test/code/documents.ts'
import { extractFile, extractPage } from './extract-child.ts'
import { extractFileInChild } from './parse-in-child.ts'
import { readFile } from './read-file.ts'

const silent = { log: { warn() {} } as never }
const read = (name: string, bytes: Buffer) => readFile({ name, bytes: new Uint8Array(bytes) })

describe('a PDF', () => {
  test('is parsed into paragraphs under the headings of larger font size', async () => {
    const file = pdfOf([
      [
        { text: 'Camping guide', size: 24, y: 720 },
        { text: 'Tents', size: 16, y: 680 },
        { text: 'Every tent has a warranty of ten', y: 650 },
        { text: 'years on all poles and seams, exam-', y: 636 },
        { text: 'ple cases included.', y: 622 },
        { text: 'A second paragraph.', y: 590 },
      ],
      [
        { text: 'Stoves', size: 16, y: 720 },
        { text: 'Never light one inside.', y: 690 },
      ],
    ])
    expect(await read('guide.pdf', file)).toEqual({
      title: 'guide.pdf',
      sections: [
        {
          heading: 'Tents',
          headings: ['Camping guide', 'Tents'],
          paragraphs: [
            'Every tent has a warranty of ten years on all poles and seams, example cases included.',
            'A second paragraph.',
          ],
        },
        { heading: 'Stoves', headings: ['Camping guide', 'Stoves'], paragraphs: ['Never light one inside.'] },
      ],
      lowReadPercent: null,
    })
  })

  test('is read without its contents, running headers and footers, and page numbers', async () => {
    const page = (number: number, ...texts: string[]) => [
      { text: `Chapter ${number > 3 ? 'two: Stoves' : 'one: Tents'}   ${number}`, size: 9, y: 770 },
      ...texts.map((text, index) => ({ text, y: 720 - index * 14 })),
      { text: 'Nordzelt manual, revision 7', size: 9, y: 40 },
      { text: `- ${number} -`, size: 9, y: 24 },
    ]
    const file = pdfOf([
      [
        { text: 'Contents', size: 18, y: 720 },
        { text: 'Tents . . . . . . . . . . . . . 2', y: 690 },
        { text: 'Stoves.......................... 4', y: 676 },
        { text: 'i', size: 9, y: 24 },
      ],
      page(
        2,
        'A tent keeps its warranty when you use a ground-',
        'sheet and the long-',
        'and short pegs. It weighs',
      ),
      page(3, 'less than 3 kg.'),
      page(4, 'Step 1 takes 20'),
      page(5, 'minutes.'),
    ])
    const { sections } = await read('manual.pdf', file)
    expect(sections.flatMap(({ paragraphs }) => paragraphs).join(' ')).toBe(
      'A tent keeps its warranty when you use a groundsheet and the long- and short pegs. It weighs less than 3 kg. Step 1 takes 20 minutes.',
    )
  })

  test('without headings is divided by pages', async () => {
    const file = pdfOf([[{ text: 'First page.', y: 700 }], [{ text: 'Second page.', y: 700 }]])
    const { sections } = await read('plain.pdf', file)
    expect(sections.map(({ heading, paragraphs }) => [heading, ...paragraphs])).toEqual([
      ['Page 1', 'First page.'],
      ['Page 2', 'Second page.'],
    ])
  })

  test('whose pages are mostly scans says how many of them have text', async () => {
    const text = [{ text: 'A tent keeps its warranty for 10 years.', y: 700 }]
    const more = [{ text: 'Never light a stove inside.', y: 700 }]
    const number = (index: number) => [{ text: `Page ${index} of 9`, size: 9, y: 24 }]
    const scans = Array.from({ length: 8 }, () => [])
    expect(await read('a.pdf', pdfOf([text, ...scans]))).toMatchObject({ lowReadPercent: 11 })
    const numbered = [text, ...scans].map((lines, index) => [...lines, ...number(index + 1)])
    expect(await read('a.pdf', pdfOf(numbered))).toMatchObject({ lowReadPercent: 11 })
    expect(await read('a.pdf', pdfOf([text, [], more]))).toMatchObject({ lowReadPercent: null })
  })

  test.each([
    ['protected', lockedPdf(), 'The PDF is password-protected.'],
    ['scanned', scannedPdf(), 'The PDF contains only images, no text.'],
    ['broken', Buffer.from(`%PDF-1.4\n${'x'.repeat(3000)}`), 'The file could not be read as a PDF.'],
    ['cut off', pdfOf([[{ text: 'x', y: 700 }]]).subarray(0, 60), 'The file could not be read as a PDF.'],
  ])('that is %s is refused with a message', async (_, file, sentence) => {
    expect(await extractFile('a.pdf', new Uint8Array(file))).toEqual({ problem: sentence })
  })

  test('that takes too long is aborted with its child process', async () => {
    const reading = extractFileInChild(
      silent,
      { name: 'a.pdf', open: async () => new Uint8Array(endlessPdf()) },
      { timeMs: 1000, memoryMb: 256 },
    )
    await expect(reading).rejects.toThrow('The file could not be read.')
  })
})

describe('a Word document', () => {
  test('keeps its headings', async () => {
    const file = docxOf([
      { heading: 1, text: 'Returns' },
      'Within 30 days.',
      { heading: 2, text: 'Shoes & <boots>' },
      'Unworn only.',
    ])
    expect(await read('terms.docx', file)).toEqual({
      title: 'terms.docx',
      sections: [
        { heading: 'Returns', headings: ['Returns'], paragraphs: ['Within 30 days.'] },
        {
          heading: 'Shoes & <boots>',
          headings: ['Returns', 'Shoes & <boots>'],
          paragraphs: ['Unworn only.'],
        },
      ],
    })
  })

  test('of the old format is parsed', async () => {
    const { sections } = await read(
      'old.doc',
      docOf(['Opening hours', 'We open at 9. Größe: ½ m²', 'Closed on Sunday.']),
    )
    expect(sections).toEqual([
      {
        heading: '',
        headings: [],
        paragraphs: ['Opening hours', 'We open at 9. Größe: ½ m²', 'Closed on Sunday.'],
      },
    ])
  })

  test.each([
    ['is broken', 'a.docx', Buffer.from(`PK\x03\x04${'x'.repeat(500)}`)],
    ['is another kind of zip', 'a.docx', zipOf([{ name: 'xl/workbook.xml', content: '<x/>' }])],
    ['climbs out of its folder', 'a.docx', docxOf(['x'], [{ name: '../../etc/passwd', content: 'x' }])],
    [
      'lies about its size',
      'a.docx',
      docxOf(['x'], [{ name: 'word/media/a', content: 'y'.repeat(50_000), claimedSize: 10 }]),
    ],
    ['is broken', 'a.doc', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4000, 7)])],
    ['is cut off', 'a.doc', docOf(['hello']).subarray(0, 1500)],
  ])('that %s (%s) is refused with a message', async (_, name, file) => {
    const result = await extractFileInChild(silent, { name, open: async () => new Uint8Array(file) }).catch(
      (error) => error,
    )
    expect(result.message).toBe('The file could not be read as a Word document.')
  })

  test.each([
    ['unpacks to 150 MB', [{ name: 'word/media/a', content: Buffer.alloc(150_000_000) }]],
    ['is packed 1 to 1,000', [{ name: 'word/media/a', content: Buffer.alloc(3_000_000) }]],
    [
      'has 2,001 parts',
      Array.from({ length: 2001 }, (_, index) => ({ name: `word/media/${index}`, content: 'x' })),
    ],
  ])('that %s is refused before it is unpacked', async (_, more) => {
    const bytes = new Uint8Array(docxOf(['x'], more))
    expect(await extractFile('bomb.docx', bytes)).toEqual({
      problem: 'The file is too large when unpacked.',
    })
  })

  test('cannot read local files or XML entities', async () => {
    const linked = docxParts(
      '<w:p><w:r><w:t>before</w:t></w:r><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:link="rId9"/></w:drawing></w:r></w:p>',
    )
    linked.push({
      name: 'word/_rels/document.xml.rels',
      content:
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/passwd" TargetMode="External"/></Relationships>',
    })
    const text = JSON.stringify(await read('a.docx', zipOf(linked)))
    expect(text).toContain('before')
    expect(text).not.toContain('root:')
    const entity = docxParts('<w:p><w:r><w:t>&leak;</w:t></w:r></w:p>').map((part) =>
      part.name === 'word/document.xml'
        ? {
            ...part,
            content: String(part.content).replace(
              '?>',
              '?><!DOCTYPE x [<!ENTITY leak SYSTEM "file:///etc/passwd">]>',
            ),
          }
        : part,
    )
    const leaked = await extractFile('a.docx', new Uint8Array(zipOf(entity)))
    expect(JSON.stringify(leaked)).not.toContain('root:')
  })
})

describe('a text file', () => {
  test.each([
    ['UTF-8', Buffer.from('Größe')],
    ['UTF-8 with its mark', Buffer.from('\ufeffGröße')],
    ['UTF-16 LE', Buffer.from('\ufeffGröße', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\ufeffGröße', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('Größe', 'latin1')],
  ])('is decoded from %s', async (_, bytes) => {
    expect((await read('a.txt', bytes)).sections[0]?.paragraphs).toEqual(['Größe'])
  })

  test.each([
    ['nothing', Buffer.from(' \n \n'), 'No text was found.'],
    ['too much', Buffer.alloc(1_000_001, 'a'), 'The text is too long (1 million characters at most).'],
  ])('with %s is refused with a message', async (_, bytes, sentence) => {
    expect(await extractFile('a.txt', new Uint8Array(bytes))).toEqual({ problem: sentence })
  })
})

test('a page is refused with the same messages', async () => {
  const page = (body: string) => extractPage({ url: 'https://example.com', type: 'text/plain', text: body })
  expect(await page('')).toEqual({ problem: 'No text was found.' })
  expect(await page('a'.repeat(1_000_001))).toEqual({
    problem: 'The text is too long (1 million characters at most).',
  })
  expect(await page('We are open.')).toMatchObject({ text: 'We are open.', chunks: [{ start: 0, end: 12 }] })
})
