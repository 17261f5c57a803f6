import type { StructuredText } from './outline.ts'

/**
 * A piece of an item that is found and quoted as a whole: `text.slice(start, end)` of the text that was read. Its first
 * `overlap` characters end the piece before it, so that what belongs together is not torn apart between two.
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

/** Paragraphs of one heading are kept together up to about 700 characters; a longer one is cut between sentences. */
export function splitIntoChunks({ sections }: StructuredText): SplitResult {
  let text = ''
  const chunks = []
  for (const { heading, headings, paragraphs } of sections) {
    if (text) text += '\n\n'
    if (heading) text += `${'#'.repeat(headings.length)} ${heading}\n`
    const pieces = paragraphs.flatMap((paragraph, index) => {
      if (index > 0) text += '\n'
      const offset = text.length
      text += paragraph
      return splitLongParagraph(paragraph).map(({ start, end }) => ({
        start: start + offset,
        end: end + offset,
      }))
    })
    for (const range of addOverlap(text, groupRanges(pieces))) {
      chunks.push({ heading, headings, body: text.slice(range.start, range.end), ...range })
    }
  }
  return { text, chunks }
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

/** Each begins with the last sentences of the one before, as many as are short enough. */
function addOverlap(text: string, ranges: Range[]): (Range & { overlap: number })[] {
  return ranges.map(({ start, end }, index) => {
    const before = ranges[index - 1]
    if (!before) return { start, end, overlap: 0 }
    const starts = sentenceRanges(text.slice(before.start, before.end)).map(
      (range) => before.start + range.start,
    )
    const begin = starts.find((place) => place > before.start && start - place <= maxOverlap) ?? start
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
    // Not between the halves of a character.
    if (next < end && /[\uD800-\uDBFF]/.test(paragraph[next - 1] ?? '')) next -= 1
    pieces.push({ start: at, end: next })
    at = next
  }
  return pieces
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a text, trimmed; a line break always ends one. */
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

/** The segmenter ends a sentence after 'No.' or 'e.g.'; what follows such a word belongs to it. */
function joinAbbreviations(line: string): Range[] {
  const ranges: Range[] = []
  for (const { segment, index } of segmenter.segment(line)) {
    const end = index + segment.trimEnd().length
    const start = index + segment.length - segment.trimStart().length
    if (end <= start) continue
    const last = ranges.at(-1)
    if (
      last &&
      /\b(?:e\.g|i\.e|no|approx|incl|etc|vs|mr|mrs|ms|dr|st|inc|ltd|co|max|min)\.$/i.test(
        line.slice(Math.max(last.start, last.end - 20), last.end),
      )
    ) {
      last.end = end
    } else ranges.push({ start, end })
  }
  return ranges
}
