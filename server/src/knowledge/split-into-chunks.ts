import type { Section, StructuredText } from './outline.ts'

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

type Range = { start: number; end: number }

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

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a text, trimmed. A line break always ends a sentence. */
export function splitSentences(text: string): string[] {
  return sentenceRanges(text).map(({ start, end }) => text.slice(start, end))
}

function sentenceRanges(text: string): Range[] {
  const ranges: Range[] = []
  let offset = 0
  for (const line of text.split('\n')) {
    for (const { start, end } of joinAbbreviations(line))
      ranges.push({ start: start + offset, end: end + offset })
    offset += line.length + 1
  }
  return ranges
}

/**
 * Intl.Segmenter ends a sentence after abbreviations such as 'No.' and 'e.g.', the number of a list item, and a German date such
 * as 'bis zum 30. November'; those segments are joined again.
 */
function joinAbbreviations(line: string): Range[] {
  const ranges: Range[] = []
  for (const { segment, index } of segmenter.segment(line)) {
    const end = index + segment.trimEnd().length
    const start = index + segment.length - segment.trimStart().length
    if (end <= start) continue
    const last = ranges.at(-1)
    const isNumber = ranges.length === 1 && /^\s*\d{1,3}[.)]$/.test(line.slice(0, last?.end))
    if (
      last &&
      (isNumber ||
        /\b(?:e\.g|i\.e|no|approx|incl|etc|vs|ca|bzw|ggf|inkl|zzgl|evtl|tel|str|mr|mrs|ms|dr|st|inc|ltd|co|max|min)\.$|\b(?:am|zum|vom|der|dem|den|im|ab|bis|und)\s\d{1,2}\.$/i.test(
          line.slice(Math.max(last.start, last.end - 20), last.end),
        ))
    ) {
      last.end = end
    } else ranges.push({ start, end })
  }
  return ranges
}
