import type { Section, StructuredText } from '../read/outline.ts'
import { type Range, sentenceRanges } from './split-sentences.ts'

/**
 * A part of an item's text, `text.slice(start, end)`, that is indexed and quoted as one unit. Its first `overlap`
 * characters repeat the end of the previous chunk, so that context is not lost at the boundary.
 */
export type Chunk = {
  heading: string
  headings: string[]
  body: string
  start: number
  end: number
  overlap: number
}
export type SplitResult = { text: string; chunks: Chunk[] }

const idealCharacters = 700
const maxCharacters = 1050
const maxOverlap = 140

/** Groups the paragraphs of a section up to about 700 characters, and splits longer paragraphs between sentences. */
export function splitIntoChunks({ sections }: StructuredText): SplitResult {
  const texts: string[] = []
  const chunks: Chunk[] = []
  let offset = 0
  for (const section of sections) {
    if (offset > 0) offset += sectionSeparator.length
    const { text, ranges } = joinParagraphs(section)
    const { heading, headings } = section
    for (const { start, end, overlap } of addOverlap(text, groupRanges(ranges))) {
      const body = text.slice(start, end)
      chunks.push({ heading, headings, body, start: start + offset, end: end + offset, overlap })
    }
    texts.push(text)
    offset += text.length
  }
  return { text: texts.join(sectionSeparator), chunks }
}

const sectionSeparator = '\n\n'

/**
 * The text of a section, and the ranges of its paragraphs. The text is joined once: slices of a text that grows would each retain
 * a copy of all of it.
 */
function joinParagraphs({ heading, headings, paragraphs }: Section): { text: string; ranges: Range[] } {
  const title = heading ? `${'#'.repeat(headings.length)} ${heading}\n` : ''
  const ranges: Range[] = []
  let offset = title.length
  for (const paragraph of paragraphs) {
    for (const { start, end } of splitLongParagraph(paragraph)) {
      ranges.push({ start: start + offset, end: end + offset })
    }
    offset += paragraph.length + 1
  }
  return { text: title + paragraphs.join('\n'), ranges }
}

function groupRanges(pieces: Range[]): Range[] {
  const groups: Range[] = []
  for (const piece of pieces) {
    const last = groups.at(-1)
    if (last && piece.end - last.start <= idealCharacters) last.end = piece.end
    else groups.push({ ...piece })
  }
  return groups
}

/** Extends each range backwards by the last sentences of the previous one, up to the maximum overlap. */
function addOverlap(text: string, ranges: Range[]): (Range & { overlap: number })[] {
  return ranges.map(({ start, end }, index) => {
    const previous = ranges[index - 1]
    if (!previous) return { start, end, overlap: 0 }
    const starts = sentenceRanges(text.slice(previous.start, previous.end)).map(
      (range) => previous.start + range.start,
    )
    const begin = starts.find((place) => place > previous.start && start - place <= maxOverlap) ?? start
    return { start: begin, end, overlap: start - begin }
  })
}

function splitLongParagraph(paragraph: string): Range[] {
  if (paragraph.length <= maxCharacters) return [{ start: 0, end: paragraph.length }]
  return groupRanges(sentenceRanges(paragraph).flatMap((range) => splitLongSentence(paragraph, range)))
}

function splitLongSentence(paragraph: string, { start, end }: Range): Range[] {
  const pieces: Range[] = []
  for (let at = start; at < end; ) {
    let next = Math.min(at + maxCharacters, end)
    // Do not split a surrogate pair.
    if (next < end && /[\uD800-\uDBFF]/.test(paragraph[next - 1] ?? '')) next -= 1
    pieces.push({ start: at, end: next })
    at = next
  }
  return pieces
}
