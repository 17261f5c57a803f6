const label = String.raw`(?:(?:passages?|sources?|quellen?|p\.):?)`
const number = String.raw`\^?${label}?\s?\d{1,2}(?:\s*[-–]\s*\d{1,2})?`
const numbers = String.raw`${number}(?:\s*(?:,|;|and|und|&)\s*${number})*(?:†[^\]】)\n]{0,20})?`

/** The forms that models use: [1], [1, 2], [1-3], [^1], [passage 1], [source: 1], 【1】, 【1†source】, (passage 1), (passages 1 and 2). */
export const citation = String.raw`(?:\[${numbers}\](?!\()|【${numbers}】|\(\s?(?:see )?(?:passages?|sources?|quellen?):?\s?${numbers}\s?\))`
const withSpace = new RegExp(String.raw`(?<!\s)\s*${citation}`, 'giu')
/** The text of a footnote: "[^1]: Returns". It cites nothing. */
const footnote = /^\s*(?:\[\^?\d{1,2}\]|【\d{1,2}】):/u

export function extractCitations(sentence: string): number[] {
  return [...sentence.matchAll(withSpace)].flatMap(([found]) =>
    [...(found.split('†')[0] ?? '').matchAll(/(\d+)(?:\s*[-–]\s*(\d+))?/g)].flatMap(([, first, last]) =>
      listNumbers(Number(first), Number(last ?? first)),
    ),
  )
}

/** The numbers of a range such as "1-3". */
function listNumbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index)
}

export function isFootnote(sentence: string): boolean {
  return footnote.test(sentence)
}

export function stripCitations(sentence: string): string {
  return sentence.replace(withSpace, '')
}
