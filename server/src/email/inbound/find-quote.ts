/** Lines of a text: those before the quoted email, and those behind its introduction. */
export type Quote = { own: string[]; rest: string[] }

const bidiMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
/** An address with a token, such as that of a conversation, which no one writes in a text. */
const replyAddress = /[a-z0-9]{36}@/i
const year = /\b(19|20)\d\d\b|20\d\d年/
const time = /\b\d{1,2}[:.h]\s?\d{2}\b/
/** A field of the header that some clients put above the quoted email: `From: …`, also bold, in any language. */
const headerField = /^[*\s]*[\p{L}][\p{L}\p{M} .'’/()-]{0,30}?[*\s]*[:：][*\s\u00a0]*\S/u
/** A line of dashes or the like, also with a text between. */
const separator = /^\s*[-_=–—*]{3,}(?:.{0,60}[-_=–—*]{3,})?\s*$/
/** A separator with a text, such as `-----Original Message-----`. */
const titledSeparator = /^\s*[-_=–—*]{3,}.{0,60}\p{L}.{0,60}[-_=–—*]{3,}\s*$/u
const minHeaderFields = 3
const maxIntroductionLines = 3

/**
 * Finds the quoted email in a reply. Mail clients introduce it in the language of their user, so this looks for what does not depend
 * on the language: the address that the quoted email came from, a block of header fields, and a line with a date that ends with a
 * colon above lines that begin with `>`. Null without one.
 */
export function findQuote(text: string): Quote | null {
  const lines = text.split('\n')
  const plain = lines.map((line) => line.replace(bidiMarks, '').replaceAll('&nbsp;', ' '))
  const found = findAddress(plain) ?? findHeader(plain) ?? findDatedIntroduction(plain)
  if (!found) return null
  let { start } = found
  while (start > 0 && isBlankOrSeparator(plain[start - 1] ?? '')) start -= 1
  return { own: lines.slice(0, start), rest: lines.slice(found.end) }
}

/** The lines of an introduction, without those behind. */
type Introduction = { start: number; end: number }

function findAddress(lines: string[]): Introduction | null {
  const index = lines.findIndex((line) => replyAddress.test(line))
  if (index < 0) return null
  if (isHeaderField(lines[index] ?? '')) return extendHeader(lines, index)
  return extendIntroduction(lines, index)
}

/** Fields with a date and a time, or below a title: a sender may list details such as `Order: 2026-118` as well. */
function findHeader(lines: string[]): Introduction | null {
  for (const [index, line] of lines.entries()) {
    if (!isHeaderField(line) || isHeaderField(lines[index - 1] ?? '')) continue
    const header = extendHeader(lines, index)
    const fields = lines.slice(header.start, header.end)
    const isBelowTitle = titledSeparator.test(lines[index - 1] ?? '')
    const isDated = fields.some((field) => year.test(field) && time.test(field))
    if ((isDated && fields.length >= minHeaderFields) || (isBelowTitle && fields.length > 1)) return header
  }
  return null
}

function findDatedIntroduction(lines: string[]): Introduction | null {
  for (const [index, line] of lines.entries()) {
    if (!/[:：]\s*$/.test(line)) continue
    const next = lines.slice(index + 1).find((following) => following.trim() !== '')
    if (!next?.startsWith('>') && !line.startsWith('>')) continue
    const introduction = extendIntroduction(lines, index)
    if (lines.slice(introduction.start, introduction.end).some((part) => year.test(part) || time.test(part)))
      return introduction
  }
  return null
}

function extendHeader(lines: string[], index: number): Introduction {
  let start = index
  let end = index + 1
  while (start > 0 && isHeaderField(lines[start - 1] ?? '')) start -= 1
  while (end < lines.length && isHeaderField(lines[end] ?? '')) end += 1
  return { start, end }
}

/** An introduction may be wrapped, and may follow on the sender's text without an empty line. */
function extendIntroduction(lines: string[], index: number): Introduction {
  let start = index
  while (
    start > 0 &&
    index - start < maxIntroductionLines - 1 &&
    isWrapped(lines[start - 1] ?? '', lines[start] ?? '')
  )
    start -= 1
  const isContinued =
    !/[:：]\s*$/.test(lines[index] ?? '') && /^\s*\S.{0,40}[:：]\s*$/.test(lines[index + 1] ?? '')
  return { start, end: index + (isContinued ? 2 : 1) }
}

/** Whether the line continues an introduction that began with the one before. */
function isWrapped(before: string, line: string): boolean {
  if (before.trim() === '' || /[.?!。！？:：]\s*$/.test(before)) return false
  return /[<,]\s*$/.test(before) || /^>?\s*</.test(line) || year.test(before) || time.test(before)
}

function isHeaderField(line: string): boolean {
  return headerField.test(line) && !/https?:\/\/\S*$/.test(line)
}

function isBlankOrSeparator(line: string): boolean {
  return line.trim() === '' || separator.test(line)
}
