import { collapse } from './html/html-tree.ts'
import type { Outline } from './outline.ts'
import { formatTableRow } from './table-row.ts'

const maxHeaderCharacters = 100

const questionName =
  /^(?:questions?|q|fragen?|pregunta|preguntas|domand[ae]|vra(?:ag|gen)|perguntas?|pytani[ea])$/i
const answerName =
  /^(?:answers?|a|antwort(?:en)?|réponses?|respuestas?|rispost[ae]|antwoord(?:en)?|respostas?|odpowied[zź]i?)$/i

/**
 * Adds the rows of a spreadsheet as sentences with the names of their columns. Rows of questions and answers become headings with
 * paragraphs. `level` is the level of these headings.
 */
export function addTableRows(outline: Outline, table: string[][], level: number): void {
  const rows = table.filter((row) => row.some((cell) => /[\p{L}\p{N}]/u.test(cell)))
  const start = countTitleRows(rows)
  for (const row of rows.slice(0, start)) outline.addParagraph(collapse(row.join(' ')))
  const [first = [], ...rest] = rows.slice(start)
  const columns = findQuestionColumns(first, rest)
  const header = columns?.isHeader || (!columns && isHeader(first)) ? first.map(collapse) : []
  const data = header.length > 0 && rest.length > 0 ? rest : [first, ...rest]
  for (const row of data) {
    if (columns) addQuestion(outline, { ...columns, header, row, level })
    else addRow(outline, header, row)
  }
}

/** Rows with one cell above a table are its title and notes. */
function countTitleRows(rows: string[][]): number {
  const isWide = (row: string[]) => row.filter((cell) => cell.trim()).length > 1
  return Math.max(rows.findIndex(isWide), 0)
}

function isHeader(row: string[]): boolean {
  const names = row.map(collapse).filter(Boolean)
  return (
    names.length > 1 &&
    names.every((name) => name.length <= maxHeaderCharacters && /\p{L}/u.test(name) && !/[?？]$/.test(name))
  )
}

type QuestionColumns = { question: number; answer: number; isHeader: boolean }

/** The columns of questions and answers, by their names, or because most first cells of two columns are questions. */
function findQuestionColumns(first: string[], rest: string[][]): QuestionColumns | null {
  const question = first.findIndex((name) => questionName.test(name.trim()))
  const answer = first.findIndex((name) => answerName.test(name.trim()))
  if (question >= 0 && answer >= 0) return { question, answer, isHeader: true }
  const isQuestion = (row: string[]) => /[?？]$/.test(row[0]?.trim() ?? '')
  const isPair = [first, ...rest].every((row) => row.slice(2).every((cell) => !cell.trim()))
  const count = rest.filter(isQuestion).length
  if (!isPair || rest.length === 0 || count < rest.length * 0.6) return null
  return { question: 0, answer: 1, isHeader: !isQuestion(first) }
}

type QuestionRow = { question: number; answer: number; header: string[]; row: string[]; level: number }

function addQuestion(outline: Outline, { question, answer, header, row, level }: QuestionRow): void {
  const heading = collapse(row[question] ?? '')
  const paragraphs = (row[answer] ?? '').split('\n').map(collapse).filter(Boolean)
  if (heading && paragraphs.length > 0) outline.addHeading(level, heading)
  else if (heading) outline.addParagraph(heading)
  for (const paragraph of paragraphs) outline.addParagraph(paragraph)
  row.forEach((cell, index) => {
    const value = collapse(cell)
    if (value && index !== question && index !== answer)
      outline.addParagraph([header[index], value].filter(Boolean).join(': '))
  })
  if (heading && paragraphs.length > 0) outline.endHeading(level)
}

function addRow(outline: Outline, header: string[], row: string[]): void {
  const sentence = formatTableRow(header, row.map(collapse))
  if (sentence) outline.addParagraph(sentence)
}
