import { readFailures } from '@aichat/contracts/ai/read-failures'
import { createOutline, type StructuredText } from './outline.ts'
import { type Line, removeBoilerplate } from './pdf-boilerplate.ts'
import { UnreadableContentError } from './unreadable-content-error.ts'

const maxPages = 2000
const maxHeadingCharacters = 120

/** Joins lines to paragraphs by their distance. Lines in a larger font than the body become headings. */
export async function readPdf(bytes: Uint8Array, title: string): Promise<StructuredText> {
  const document = await open(bytes)
  if (document.numPages > maxPages) throw new UnreadableContentError(readFailures.pdfTooManyPages)
  const pages: Line[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number).catch(refuseUnreadable)
    const { items } = await page.getTextContent().catch(refuseUnreadable)
    pages.push(toLines(items as Item[]))
    page.cleanup()
  }
  if (pages.every((lines) => lines.length === 0)) {
    throw new UnreadableContentError(readFailures.pdfImagesOnly)
  }
  const contents = removeBoilerplate(pages)
  return { title, sections: toSections(contents), lowReadPercent: findLowReadPercent(pages, contents) }
}

/** A page without content is a scan, unless it has this many characters, like a table of contents. */
const minCharacters = 200
const minShare = 0.5

/** The share of the pages that have text, in percent, when most of them are scans; else null. */
function findLowReadPercent(pages: Line[][], contents: Line[][]): number | null {
  const readable = pages.filter((lines, index) => {
    const length = lines.reduce((sum, { text }) => sum + text.length, 0)
    return length >= minCharacters || (contents[index] ?? []).length > 0
  })
  const share = readable.length / pages.length
  return share < minShare ? Math.round(share * 100) : null
}

async function open(bytes: Uint8Array) {
  const { getDocumentProxy } = await import('unpdf')
  try {
    return await getDocumentProxy(bytes, {
      isEvalSupported: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    })
  } catch (error) {
    if ((error as Error).name === 'PasswordException')
      throw new UnreadableContentError(readFailures.pdfPassword)
    return refuseUnreadable()
  }
}

function refuseUnreadable(): never {
  throw new UnreadableContentError(readFailures.pdf)
}

type Item = { str?: string; transform: number[]; height: number; hasEOL: boolean }

function toLines(items: Item[]): Line[] {
  const lines: Line[] = []
  let line: Line | null = null
  for (const { str, transform, height, hasEOL } of items) {
    if (str === undefined) continue
    if (str.trim()) {
      line ??= { text: '', size: 0, y: transform[5] ?? 0 }
      line.size = Math.max(line.size, Math.round(height * 2) / 2)
    }
    if (line) line.text += str
    if (hasEOL && line) {
      lines.push(line)
      line = null
    }
  }
  if (line) lines.push(line)
  return lines
    .map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text)
}

function toSections(pages: Line[][]): StructuredText['sections'] {
  const outline = createOutline()
  const body = findBodyFontSize(pages.flat())
  const larger = [...new Set(pages.flat().map(({ size }) => size))]
    .filter((size) => size >= body * 1.15)
    .sort((a, b) => b - a)
  const hasHeadings = pages.flat().some((line) => isHeading(line, body))
  let paragraph = ''
  const end = () => {
    if (paragraph) outline.addParagraph(paragraph)
    paragraph = ''
  }
  pages.forEach((lines, index) => {
    if (!hasHeadings && pages.length > 1) {
      end()
      outline.addHeading(1, `Page ${index + 1}`)
    }
    if (!continues(paragraph, lines[0])) end()
    let previous: Line | null = null
    for (const line of lines) {
      if (isHeading(line, body)) {
        end()
        outline.addHeading(Math.min(larger.indexOf(line.size) + 1, 6), line.text)
      } else {
        if (previous && isGap(previous, line)) end()
        paragraph = join(paragraph, line.text)
      }
      previous = line
    }
  })
  end()
  return outline.sections()
}

function isHeading({ text, size }: Line, body: number): boolean {
  return size >= body * 1.15 && text.length <= maxHeadingCharacters && /\p{L}/u.test(text)
}

/** True when the line is more than one line height below the previous one, or above it (a new column). */
function isGap(previous: Line, line: Line): boolean {
  const down = previous.y - line.y
  return down < 0 || down > Math.max(previous.size, line.size) * 1.7
}

/** True for a sentence that goes on in the first line of the next page. */
function continues(paragraph: string, next: Line | undefined): boolean {
  return next !== undefined && /[\p{Ll},\u00ad-]$/u.test(paragraph) && /^\p{Ll}/u.test(next.text)
}

/** Joins words that were hyphenated at the end of a line. */
function join(paragraph: string, text: string): string {
  if (!paragraph) return text
  const isCompound = /^(?:and|or|und|oder|bzw|sowie|et|ou|y|o|e)\b/.test(text)
  if (/\p{Ll}[-\u00ad\u2010]$/u.test(paragraph) && /^\p{Ll}/u.test(text) && !isCompound)
    return paragraph.slice(0, -1) + text
  return `${paragraph} ${text}`
}

/** The font size of most characters. */
function findBodyFontSize(lines: Line[]): number {
  const count = new Map<number, number>()
  for (const { text, size } of lines) count.set(size, (count.get(size) ?? 0) + text.length)
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
