import { splitSentences } from '../../knowledge/index/split-sentences.ts'
import { formatTableRow, isTableRow } from '../../knowledge/read/table-row.ts'
import type { StatementText } from '../types.ts'

/** Splits a section into sentences, and a table into one statement per row that names the columns. */
export function splitStatements(body: string): StatementText[] {
  const statements: StatementText[] = []
  let header: string[] | null = null
  let list: List | null = null
  let isAfterSentence = false
  for (const [paragraph, line] of body.split('\n').entries()) {
    if (/^\s*[-–—*_=]{3,}\s*$/.test(line)) continue
    const add = (text: string, isRow = false) =>
      statements.push({ text, paragraph, leadIn: list?.leadIn ?? null, isRow })
    const cells = parseTableRow(line)
    if (cells) isAfterSentence = false
    if (!cells) {
      header = null
      list = continueList(list, line)
      if (!list && isAfterSentence && hasMarker(line))
        list = { leadIn: statements.length - 1, firstItem: line }
      const sentences = splitSentences(line)
      for (const sentence of sentences) add(sentence, sentences.length === 1 && isTableRow(line))
      if (line.trim() !== '') isAfterSentence = !hasMarker(line)
      if (/[:：]\s*$/.test(line)) list = { leadIn: statements.length - 1, firstItem: null }
    } else if (cells.every((cell) => /^:?-+:?$/.test(cell))) {
    } else if (!header) {
      header = cells
    } else {
      add(formatTableRow(header, cells), true)
    }
  }
  return statements
}

type List = { leadIn: number; firstItem: string | null }

/** The list that the line belongs to. Without markers, items are the lines that end like the first one. */
function continueList(list: List | null, line: string): List | null {
  if (!list || line.trim() === '') return list
  if (list.firstItem === null) return { ...list, firstItem: line }
  if (hasMarker(list.firstItem)) return hasMarker(line) ? list : null
  return endsSentence(line) === endsSentence(list.firstItem) ? list : null
}

function hasMarker(line: string): boolean {
  return /^\s*(?:[-*•–]|\d{1,3}[.)])\s/.test(line)
}

function endsSentence(line: string): boolean {
  return /[.!?]["'”’)]?\s*$/.test(line)
}

function parseTableRow(line: string): string[] | null {
  const match = /^\s*\|(.+)\|\s*$/.exec(line)
  return match?.[1] ? match[1].split('|').map((cell) => cell.trim()) : null
}
