import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import cfb from 'cfb'

/** A line on a page of a PDF, with its font size and its distance from the bottom. */
export type PdfLine = { text: string; size?: number; y: number }

/** A valid PDF with a page for each list of lines, in a standard font. */
export function pdfOf(pages: PdfLine[][]): Buffer {
  return pdf(
    pages.map((lines) =>
      lines
        .map(
          ({ text, size = 11, y }) =>
            `BT /F1 ${size} Tf 72 ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
        )
        .join('\n'),
    ),
  )
}

/** A PDF without text, like one from a scanner. */
export function scannedPdf(): Buffer {
  return pdf(['q 500 0 0 700 50 50 cm 0 0 1 1 re f Q'])
}

/** A PDF whose page draws a form that draws the next one twice, and so on: 2^30 pieces of text in all. */
export function endlessPdf(): Buffer {
  const depth = 30
  const forms = Array.from({ length: depth }, (_, index) => {
    const next = index + 1 < depth ? '/X Do /X Do' : 'BT /F1 11 Tf (x) Tj ET'
    return { content: next, xobject: index + 1 < depth ? index + 1 : null }
  })
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [4 0 R] /Count 1 >>', font]
  objects.push(
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /X 6 0 R >> >> >>',
  )
  objects.push(stream('/X Do'))
  for (const { content, xobject } of forms) {
    const resources = `/Resources << /Font << /F1 3 0 R >> ${xobject === null ? '' : `/XObject << /X ${6 + xobject} 0 R >>`} >>`
    objects.push(stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${resources}`))
  }
  return assemble(objects)
}

/** A PDF that requires a password (standard handler, 40-bit RC4, unknown password). */
export function lockedPdf(): Buffer {
  const unknown = `<${'5a'.repeat(32)}>`
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${unknown} /U ${unknown} /P -44 >> /ID [<00112233> <00112233>]`
  return pdf(['BT /F1 11 Tf 72 700 Td (secret) Tj ET'], encrypt)
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

function pdf(contents: string[], trailer = ''): Buffer {
  const kids = contents.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    font,
  ]
  contents.forEach((content, index) => {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    objects.push(stream(content))
  })
  return assemble(objects, trailer)
}

function stream(content: string, dictionary = ''): string {
  const packed = deflateSync(content).toString('latin1')
  return `<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`
}

function assemble(objects: string[], trailer = ''): Buffer {
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

export type ZipEntry = { name: string; content: Buffer | string; claimedSize?: number }

/** A valid zip. `claimedSize` replaces the uncompressed size in its directory. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedSize } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(claimedSize ?? bytes.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed])
    parts.push(local)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, tail, Buffer.from(name)]))
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listing.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listing, Buffer.from('PK\x05\x06'), end])
}

/** A paragraph of a Word document, or a heading of a level. */
export type WordLine = string | { heading: number; text: string }

/** A valid .docx. `more` adds entries, or replaces them by name. */
export function docxOf(lines: WordLine[], more: ZipEntry[] = []): Buffer {
  const body = lines
    .map((line) =>
      typeof line === 'string'
        ? paragraph(line)
        : paragraph(line.text, `<w:pPr><w:pStyle w:val="Heading${line.heading}"/></w:pPr>`),
    )
    .join('')
  return zipOf([...docxParts(body).filter(({ name }) => !more.some((entry) => entry.name === name)), ...more])
}

export function docxParts(body: string): ZipEntry[] {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  return [
    {
      name: '[Content_Types].xml',
      content: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${main}.styles+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${xml}<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/styles.xml',
      content: `${xml}<w:styles xmlns:w="${words}">${[1, 2, 3].map((level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')}</w:styles>`,
    },
    {
      name: 'word/document.xml',
      content: `${xml}<w:document xmlns:w="${words}"><w:body>${body}</w:body></w:document>`,
    },
  ]
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const words = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

function paragraph(text: string, properties = ''): string {
  const safe = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${safe}</w:t></w:r></w:p>`
}

/** A valid .docx with a heading and a table. */
export function docxWithTable(heading: string, rows: string[][]): Buffer {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
  const table = rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')
  const title = paragraph(heading, '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>')
  return zipOf(docxParts(`${title}<w:tbl>${table}</w:tbl>`))
}

/** A valid .xlsx with one sheet of these rows, in XML. */
export function xlsxOf(rows: string, { sheet = 'Prices', more = [] as ZipEntry[] } = {}): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${xml}<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheet}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${xml}<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${xml}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    },
    ...more,
  ])
}

/** A row of a sheet. A number is a value, a text that starts with = is a formula with its calculated value after a colon. */
export function xlsxRow(number: number, cells: (string | number)[]): string {
  const written = cells.map((cell, index) => {
    const place = `${String.fromCharCode(65 + index)}${number}`
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    const [, formula, value] = /^=(.*):(.*)$/.exec(cell) ?? []
    if (formula) return `<c r="${place}"><f>${formula}</f><v>${value}</v></c>`
    return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`
  })
  return `<row r="${number}">${written.join('')}</row>`
}

/** A valid .doc: a compound file with the two streams that contain the text. */
export function docOf(paragraphs: string[]): Buffer {
  const text = `${paragraphs.join('\r')}\r`
  const letters = Buffer.from(text, 'utf16le')
  const main = Buffer.alloc(0x800 + letters.length + 0x1000)
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(0x00c1, 2)
  main.writeUInt16LE(0x0200, 0x0a) // the tables are in the stream 1Table
  main.writeUInt32LE(0x800, 0x18)
  main.writeUInt32LE(text.length, 0x4c)
  letters.copy(main, 0x800)
  // The piece table: one piece, in UTF-16, at 0x800.
  const pieces = Buffer.alloc(5 + 8 + 8)
  pieces.writeUInt8(2, 0)
  pieces.writeUInt32LE(16, 1)
  pieces.writeUInt32LE(0, 5)
  pieces.writeUInt32LE(text.length, 9)
  pieces.writeUInt32LE(0x800, 15)
  const table = Buffer.alloc(0x1000)
  pieces.copy(table, 0)
  main.writeUInt32LE(0, 0x01a2)
  main.writeUInt32LE(pieces.length, 0x01a6)
  const file = cfb.utils.cfb_new()
  cfb.utils.cfb_add(file, '/WordDocument', main)
  cfb.utils.cfb_add(file, '/1Table', table)
  return Buffer.from(cfb.write(file, { type: 'buffer' }) as Uint8Array)
}
