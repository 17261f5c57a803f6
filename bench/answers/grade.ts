import type { CorpusQuestion } from './corpus.ts'

export type GivenReply = { kind: 'answer' | 'suggestions' | 'handover'; text: string; pages: string[] }
export type Grade =
  | 'right'
  /** The right page was quoted, but not the fact. */
  | 'right page'
  | 'suggested'
  | 'suggested others'
  | 'handed over'
  | 'wrong'
export type Graded = {
  question: CorpusQuestion
  reply: GivenReply
  grade: Grade
  showsFact: boolean
  /** Whether an answer contains a statement about something else. */
  isImprecise: boolean
  milliseconds: number
}

export function gradeReply(question: CorpusQuestion, { kind, text, pages }: GivenReply): Grade {
  if (kind === 'handover') return 'handed over'
  const isRightPage = pages.some((page) => question.pages.includes(page))
  if (kind === 'suggestions') return isRightPage ? 'suggested' : 'suggested others'
  if (question.isOutOfScope) return 'wrong'
  if (question.facts ? question.facts.some((fact) => contains(text, fact)) : isRightPage) return 'right'
  return isRightPage ? 'right page' : 'wrong'
}

/** Whether the reply, an answer or suggestions, contains the fact. */
export function showsFact(question: CorpusQuestion, { text }: GivenReply): boolean {
  return containsFact(question, text)
}

export function containsFact({ facts }: CorpusQuestion, text: string): boolean {
  return facts?.some((fact) => contains(text, fact)) ?? false
}

export function isImprecise({ unrelated }: CorpusQuestion, { text }: GivenReply): boolean {
  return unrelated.some((statement) => contains(text, statement))
}

function contains(text: string, fact: string): boolean {
  const expression = /^\/(.*)\/[a-z]*$/s.exec(fact)
  if (expression?.[1]) return new RegExp(expression[1], 'i').test(text)
  return normalize(text).includes(normalize(fact))
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ')
}

/** Shares from 0 to 1, of the questions that each measure is about. */
export type Scores = {
  titles: number
  facts: number
  /** In an answer or beside a suggestion. */
  'facts shown': number
  /** The same of plain questions, which use words of the statement that answers them. */
  'plain facts shown': number
  'facts or suggested': number
  paraphrases: number
  wrong: number
  /** Of the right answers for which an unrelated statement is known. */
  imprecise: number
  'out of scope answered': number
  'out of scope suggested': number
}

export function scoreGrades(all: Graded[]): Scores {
  const share = (of: (one: Graded) => boolean, ...grades: Grade[]) => {
    const asked = all.filter(of)
    return asked.filter(({ grade }) => grades.includes(grade)).length / Math.max(1, asked.length)
  }
  const shareShown = (of: (one: Graded) => boolean) => {
    const asked = all.filter(of)
    return asked.filter((one) => one.showsFact).length / Math.max(1, asked.length)
  }
  const isTitle = ({ question }: Graded) => question.kind === 'title'
  const isOutOfScope = ({ question }: Graded) => question.isOutOfScope
  const checked = all.filter(({ question, grade }) => grade === 'right' && question.unrelated.length > 0)
  const isInScope = (one: Graded) => !isTitle(one) && !isOutOfScope(one)
  return {
    titles: share(isTitle, 'right'),
    facts: share(isInScope, 'right'),
    'facts shown': shareShown(isInScope),
    'plain facts shown': shareShown(({ question }) => question.kind === 'plain'),
    'facts or suggested': share(isInScope, 'right', 'suggested'),
    paraphrases: share(({ question }) => question.kind === 'paraphrase', 'right', 'suggested'),
    wrong: share(isInScope, 'wrong'),
    imprecise: checked.filter((one) => one.isImprecise).length / Math.max(1, checked.length),
    'out of scope answered': share(isOutOfScope, 'wrong'),
    'out of scope suggested': share(isOutOfScope, 'suggested', 'suggested others'),
  }
}
