import { splitSentences } from '../knowledge/split-into-chunks.ts'

/** What a passage says, piece by piece: its sentences, and of a table each row with its columns named. */
export function splitStatements(body: string): string[] {
  const statements: string[] = []
  let head: string[] | null = null
  for (const line of body.split('\n')) {
    const cells = parseTableRow(line)
    if (!cells) {
      head = null
      statements.push(...splitSentences(line))
    } else if (cells.every((cell) => /^:?-+:?$/.test(cell))) {
    } else if (!head) {
      head = cells
    } else {
      statements.push(formatTableRow(head, cells))
    }
  }
  return statements
}

function parseTableRow(line: string): string[] | null {
  const match = /^\s*\|(.+)\|\s*$/.exec(line)
  return match?.[1] ? match[1].split('|').map((cell) => cell.trim()) : null
}

/** 'Germany: Standard 4.90 euros, Express 12.90 euros' */
function formatTableRow(head: string[], cells: string[]): string {
  const [name = '', ...values] = cells
  const named = values.map((value, index) => [head[index + 1], value].filter(Boolean).join(': '))
  return `${name} – ${named.filter(Boolean).join(', ')}.`
}
