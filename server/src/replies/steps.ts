import type { AnswerContext } from './answer-context.ts'
import { buildAnswer, buildHandover, type Evidence } from './build-reply.ts'
import type { FoundQuote } from './quote/quote-each-answer.ts'
import { isExactFaq } from './search/find-passages.ts'
import { answerSmallTalk } from './small-talk/small-talk.ts'
import type { Reply } from './types.ts'

/** A reply to a message that is small talk or asks for a person. */
export function replyToIntent(context: AnswerContext): Reply | null {
  const { intent, question, persona, language } = context
  if (!intent) return null
  if (intent === 'person') return buildHandover('asked_for_person', context)
  const reply = answerSmallTalk(question, persona.profile, language) ?? { text: '', language }
  const decision = { rule: 'small_talk' as const, missingWords: [] }
  return buildAnswer('answer', { ...reply, sources: [] }, context, { decision })
}

/** The answer of the FAQ that asks the visitor's question in the same words, which the company chose. */
export function replyWithFaq(context: AnswerContext): Reply | null {
  const isAsked = context.quote && isExactFaq(context.quote.found, context.question)
  return isAsked ? replyWithQuote(context) : null
}

/** An answer with verbatim sentences of the knowledge. */
export function replyWithQuote(context: AnswerContext): Reply | null {
  const { quote } = context
  if (quote?.quoted.outcome.kind !== 'answer') return null
  return buildAnswer('answer', quote.quoted, context, toEvidence(quote))
}

/** Pages that may contain the answer. */
export function replyWithSuggestions(context: AnswerContext): Reply | null {
  const { quote } = context
  if (quote?.quoted.outcome.kind !== 'suggest') return null
  return buildAnswer('suggestions', quote.quoted, context, toEvidence(quote))
}

export function handOver(context: AnswerContext): Reply {
  const { quote, hasModelFailed } = context
  const evidence = quote ? toEvidence(quote) : undefined
  return buildHandover(hasModelFailed ? 'model_failed' : 'no_answer', context, evidence)
}

function toEvidence({ found, quoted: { outcome, passages } }: FoundQuote): Evidence {
  const cited = found.passages.flatMap((passage, index) => (passages.includes(passage) ? [index + 1] : []))
  return { found, cited, decision: { rule: outcome.rule, missingWords: outcome.missingWords } }
}
