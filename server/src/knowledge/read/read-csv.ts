import { readFailures } from '@aichat/contracts/ai/read-failures'
import { createOutline, type StructuredText } from './outline.ts'
import { addTableRows } from './table-sections.ts'
import { checkTextLength } from './text-limit.ts'
import { UnreadableContentError } from './unreadable-content-error.ts'

const maxColumns = 200

/** @throws UnreadableContentError */
export async function readCsv(text: string, title: string): Promise<StructuredText> {
  const { default: Papa } = await import('papaparse')
  // The first line with which Excel names the delimiter.
  const [line = '', delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const rows: string[][] = []
  let characters = 0
  Papa.parse<string[]>(text.slice(line.length), {
    delimiter: delimiter ?? '',
    skipEmptyLines: 'greedy',
    step: ({ data }) => {
      checkColumns(data.length)
      characters += data.reduce((sum, cell) => sum + cell.length, 0)
      checkTextLength(characters)
      rows.push(data)
    },
  })
  const outline = createOutline()
  addTableRows(outline, rows, 1)
  return { title, sections: outline.sections() }
}

/** @throws UnreadableContentError */
export function checkColumns(count: number): void {
  if (count > maxColumns) throw new UnreadableContentError(readFailures.tooManyColumns)
}
