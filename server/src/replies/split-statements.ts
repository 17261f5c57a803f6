import { splitSentences } from '../knowledge/split-into-chunks.ts'
import { formatTableRow } from '../knowledge/table-row.ts'

/** Splits a passage into sentences, and a table into one statement per row that names the columns. */
export function splitStatements(body: string): string[] {
  const statements: string[] = []
  let header: string[] | null = null
  for (const line of body.split('\n')) {
    const cells = parseTableRow(line)
    if (!cells) {
      header = null
      statements.push(...splitSentences(line))
    } else if (cells.every((cell) => /^:?-+:?$/.test(cell))) {
    } else if (!header) {
      header = cells
    } else {
      statements.push(formatTableRow(header, cells))
    }
  }
  return statements
}

function parseTableRow(line: string): string[] | null {
  const match = /^\s*\|(.+)\|\s*$/.exec(line)
  return match?.[1] ? match[1].split('|').map((cell) => cell.trim()) : null
}
