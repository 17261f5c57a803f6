import { type AnswerRequest, type AnswerServices, prepareQuestion, readContext } from './answer-context.ts'
import { replyWithModel } from './reply-with-model.ts'
import { handOver, replyToIntent, replyWithFaq, replyWithQuote, replyWithSuggestions } from './steps.ts'
import type { Reply } from './types.ts'

/**
 * Answers the visitor's pending question from the FAQs and the knowledge of the live answers or the draft, or hands over to a
 * person. Each step returns a reply or null, and the first reply is used. Without a model, or when it fails or is too slow, the
 * answer quotes the passages. Takes at most `maxAnswerMs`, unless the database is slow.
 */
export async function answerQuestion(app: AnswerServices, request: AnswerRequest): Promise<Reply> {
  const asked = await prepareQuestion(app, request)
  const context = await readContext(app, asked)
  const reply = replyToIntent(context) ?? replyWithFaq(context) ?? (await replyWithModel(app, context))
  if (reply) return reply
  // While a model was writing, texts may have been taken down.
  const current = asked.model
    ? await readContext(app, { ...asked, model: null, hasModelFailed: true })
    : context
  return replyWithQuote(current) ?? replyWithSuggestions(current) ?? handOver(current)
}
