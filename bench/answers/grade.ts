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
export type Graded = { question: CorpusQuestion; reply: GivenReply; grade: Grade; milliseconds: number }

export function gradeReply(question: CorpusQuestion, { kind, text, pages }: GivenReply): Grade {
  if (kind === 'handover') return 'handed over'
  const isRightPage = pages.some((page) => question.pages.includes(page))
  if (kind === 'suggestions') return isRightPage ? 'suggested' : 'suggested others'
  if (question.isOutOfScope) return 'wrong'
  if (question.facts ? question.facts.some((fact) => contains(text, fact)) : isRightPage) return 'right'
  return isRightPage ? 'right page' : 'wrong'
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
  'facts or suggested': number
  paraphrases: number
  wrong: number
  'out of scope answered': number
  'out of scope suggested': number
}

export function scoreGrades(all: Graded[]): Scores {
  const share = (of: (one: Graded) => boolean, ...grades: Grade[]) => {
    const asked = all.filter(of)
    return asked.filter(({ grade }) => grades.includes(grade)).length / Math.max(1, asked.length)
  }
  const isTitle = ({ question }: Graded) => question.kind === 'title'
  const isOutOfScope = ({ question }: Graded) => question.isOutOfScope
  const isInScope = (one: Graded) => !isTitle(one) && !isOutOfScope(one)
  return {
    titles: share(isTitle, 'right'),
    facts: share(isInScope, 'right'),
    'facts or suggested': share(isInScope, 'right', 'suggested'),
    paraphrases: share(({ question }) => question.kind === 'paraphrase', 'right', 'suggested'),
    wrong: share(isInScope, 'wrong'),
    'out of scope answered': share(isOutOfScope, 'wrong'),
    'out of scope suggested': share(isOutOfScope, 'suggested', 'suggested others'),
  }
}
