import type { DecisionRule } from '@aichat/contracts/ai/reply-traces'
import type { Model } from '../kit/ai/model.ts'
import type { AnswerContext, AnswerServices } from './answer-context.ts'
import { buildAnswer, buildHandover } from './build-reply.ts'
import { addPassagesForPhrases, type FoundForModel } from './model/find-for-model.ts'
import { generateModelAnswer, type ModelAnswer } from './model/model-answer.ts'
import { rephraseQuestion } from './model/rephrase-question.ts'
import { createReplyDeadline } from './model/reply-deadline.ts'
import { scoreMatch } from './question/concept.ts'
import type { Concept, PassageSearchResult, Reply } from './types.ts'

/**
 * The model's answer from the passages, or a hand-over where it has none. Null without a model, and when the model fails or is too
 * slow.
 */
export async function replyWithModel(app: AnswerServices, context: AnswerContext): Promise<Reply | null> {
  const { model, forModel, history, persona, pageUrl = null, signal, show = () => {} } = context
  if (!model || !forModel) return null
  const deadline = createReplyDeadline(app.timers)
  try {
    const found = forModel.isUnknown
      ? await searchWithPhrases(app, { ...context, model }, forModel)
      : forModel.found
    const asked = { ...persona, found, history, pageUrl, now: app.clock.now(), deadline }
    const answer = await generateModelAnswer(model, asked, signal, show)
    return toReply(model.name, answer, found, context)
  } catch (error) {
    if (signal.aborted) throw error
    app.log.warn({ err: error, model: model.name }, 'model failed, answering with quoted passages')
    show('')
    return null
  } finally {
    deadline.clear()
  }
}

/** The passages for other phrases of the question. The model writes them outside of a transaction. */
async function searchWithPhrases(
  { db, log }: AnswerServices,
  { companyId, scope, model, history, signal }: AnswerContext & { model: Model },
  { found }: FoundForModel,
): Promise<PassageSearchResult> {
  const phrases = await rephraseQuestion({ model, log }, { history, languages: found.languages }, signal)
  if (phrases.length === 0) return found
  return db.snapshot(companyId, (sql) => addPassagesForPhrases(sql, scope, found, phrases))
}

function toReply(
  model: string,
  answer: ModelAnswer,
  found: PassageSearchResult,
  context: AnswerContext,
): Reply {
  const { text, sources, cited, removed, refusal } = answer
  const missingWords = refusal ? findMissingWords(found) : []
  const evidence = { found, cited, removed, model, decision: { rule: getRule(answer), missingWords } }
  return refusal
    ? buildHandover(refusal, context, evidence)
    : buildAnswer('answer', { text, sources }, context, evidence)
}

function getRule({ refusal, isQuestion }: ModelAnswer): DecisionRule {
  if (refusal === 'no_answer') return 'model_declined'
  if (refusal === 'low_support') return 'model_unsupported'
  return isQuestion ? 'model_asked_back' : 'model_answered'
}

/** Terms of the question that no passage contains. */
function findMissingWords({ question, passages }: PassageSearchResult): string[] {
  const isFound = (concept: Concept) =>
    passages.some(({ headingWords, statements }) =>
      [headingWords, ...statements.map(({ words }) => words)].some((words) => scoreMatch(words, concept) > 0),
    )
  return question.concepts.filter((concept) => !isFound(concept)).map(({ word }) => word)
}
