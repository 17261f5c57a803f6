import { type AnswerTestForm, answerTestLimits, answerTestSentences } from '@aichat/contracts/ai/answer-tests'

export type Outcome = 'answer' | 'suggestions' | 'handover'

/** An answer test as it is edited: one phrase per line, and tags separated by commas. */
export type TestDraft = {
  question: string
  outcome: Outcome
  phrases: string
  cited: string | null
  tags: string
  ownerId: string | null
}

/** A new test belongs to the person who creates it. */
export function toDraft(form: AnswerTestForm, userId: string | null): TestDraft {
  const { question, mustContain, mustCite, mustHandOver, mustSuggest, tags = [], ownerId = userId } = form
  return {
    question,
    outcome: mustHandOver ? 'handover' : mustSuggest ? 'suggestions' : 'answer',
    phrases: mustContain.join('\n'),
    cited: mustCite,
    tags: tags.join(', '),
    ownerId,
  }
}

export function toTestForm({ question, outcome, phrases, cited, tags, ownerId }: TestDraft): AnswerTestForm {
  return {
    question,
    mustContain: outcome === 'answer' ? split(phrases, '\n') : [],
    mustCite: outcome === 'handover' ? null : cited,
    mustHandOver: outcome === 'handover',
    mustSuggest: outcome === 'suggestions',
    tags: split(tags, ','),
    ownerId,
  }
}

export function validatePhrases({ outcome, phrases }: TestDraft): string | undefined {
  if (outcome !== 'answer') return undefined
  const list = split(phrases, '\n')
  if (list.length > answerTestLimits.phrases) return answerTestSentences.manyPhrases
  return list.some((phrase) => phrase.length > answerTestLimits.phrase)
    ? `Use at most ${answerTestLimits.phrase} characters per phrase`
    : undefined
}

export function validateTags({ tags }: TestDraft): string | undefined {
  const list = split(tags, ',')
  if (list.length > answerTestLimits.tags) return answerTestSentences.manyTags
  return list.some((tag) => tag.length > answerTestLimits.tag) ? answerTestSentences.longTag : undefined
}

function split(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
}
