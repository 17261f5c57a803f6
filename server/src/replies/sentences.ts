import { sentencesOf } from '../knowledge/split.ts'

/** What a passage says, piece by piece: its sentences, and of a table each row with its columns named. */
export function statementsOf(body: string): string[] {
  const statements: string[] = []
  let head: string[] | null = null
  for (const line of body.split('\n')) {
    const cells = cellsOf(line)
    if (!cells) {
      head = null
      statements.push(...sentencesOf(line))
    } else if (cells.every((cell) => /^:?-+:?$/.test(cell))) {
    } else if (!head) {
      head = cells
    } else {
      statements.push(rowOf(head, cells))
    }
  }
  return statements
}

function cellsOf(line: string): string[] | null {
  const match = /^\s*\|(.+)\|\s*$/.exec(line)
  return match?.[1] ? match[1].split('|').map((cell) => cell.trim()) : null
}

/** 'Germany: Standard 4.90 euros, Express 12.90 euros' */
function rowOf(head: string[], cells: string[]): string {
  const [name = '', ...values] = cells
  const named = values.map((value, index) => [head[index + 1], value].filter(Boolean).join(': '))
  return `${name} – ${named.filter(Boolean).join(', ')}.`
}
