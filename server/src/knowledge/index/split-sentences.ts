/** From index `start` up to, not including, `end`. */
export type Range = { start: number; end: number }

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a text, trimmed. A line break always ends a sentence. */
export function splitSentences(text: string): string[] {
  return sentenceRanges(text).map(({ start, end }) => text.slice(start, end))
}

export function sentenceRanges(text: string): Range[] {
  const ranges: Range[] = []
  let offset = 0
  for (const line of text.split('\n')) {
    for (const { start, end } of joinAbbreviations(line))
      ranges.push({ start: start + offset, end: end + offset })
    offset += line.length + 1
  }
  return ranges
}

/** Intl.Segmenter ends a sentence after an abbreviation and after the number of a list item; those segments are joined again. */
function joinAbbreviations(line: string): Range[] {
  const ranges: Range[] = []
  for (const { segment, index } of segmenter.segment(line)) {
    const end = index + segment.trimEnd().length
    const start = index + segment.length - segment.trimStart().length
    if (end <= start) continue
    const last = ranges.at(-1)
    const isNumber = ranges.length === 1 && /^\s*\d{1,3}[.)]$/.test(line.slice(0, last?.end))
    if (last && (isNumber || endsWithAbbreviation(line.slice(Math.max(last.start, last.end - 20), last.end))))
      last.end = end
    else ranges.push({ start, end })
  }
  return ranges
}

const abbreviation =
  /\b(?:e\.g|i\.e|no|nr|approx|incl|etc|vs|ca|z\.b|bzw|ggf|inkl|zzgl|evtl|tel|str|mr|mrs|ms|dr|st|inc|ltd|co|max|min)\.$/i
/** A German date such as 'bis zum 30. November'. */
const ordinal = /\b(?:am|zum|vom|der|dem|den|im|ab|bis|und)\s\d{1,2}\.$/i

/** Whether the text ends with a period that ends no sentence, such as in 'No.' and 'e.g.'. */
export function endsWithAbbreviation(text: string): boolean {
  return abbreviation.test(text) || ordinal.test(text)
}
