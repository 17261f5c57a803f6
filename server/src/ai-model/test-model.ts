import { type AiModelTest, aiModelSentences, type ModelSource } from '@aichat/contracts/ai/ai-model'
import type { App } from '../app.ts'
import { getCost, type OpenedModels } from '../company-models/company-models.ts'
import type { Model } from '../kit/ai/model.ts'
import type { TokenUsage } from '../kit/ai/token-usage.ts'
import { answerQuestion } from '../replies/answer.ts'
import { detectLanguage } from '../replies/language/detect-language.ts'
import { maxAnswerMs } from '../replies/model/reply-deadline.ts'
import { checkModel } from './check-model.ts'
import { pickQuestions } from './pick-questions.ts'

type Result = Pick<AiModelTest, 'ok' | 'answers' | 'error'>
type Tested = { answer: AiModelTest['answers'][number]; hasFailed: boolean }

/** Answers three of the company's questions from its drafts. Nothing is stored but the usage. */
export async function testModel(
  app: Pick<App, 'clock' | 'db' | 'log' | 'search' | 'timers' | 'usage'>,
  companyId: string,
  source: ModelSource,
  opened: OpenedModels,
): Promise<Result> {
  const error = await checkModel(app, opened)
  if (error) return { ok: false, answers: [], error }
  const picked = await app.db.company(companyId, pickQuestions)
  if (!picked) return { ok: true, answers: [], error: null }
  const scope = { companyId, projectId: picked.projectId }
  const tested = await Promise.all(
    picked.questions.map((question) => testQuestion(app, scope, { source, opened, question })),
  )
  const hasFailed = tested.some((one) => one.hasFailed)
  return {
    ok: !hasFailed,
    answers: tested.map(({ answer }) => answer),
    error: hasFailed ? aiModelSentences.questionsFailed : null,
  }
}

async function testQuestion(
  app: Pick<App, 'clock' | 'db' | 'log' | 'search' | 'timers' | 'usage'>,
  scope: { companyId: string; projectId: string },
  { source, opened, question }: { source: ModelSource; opened: OpenedModels; question: string },
): Promise<Tested> {
  const used: TokenUsage[] = []
  let hasFailed = false
  const onUsage = (usage: TokenUsage) => {
    used.push(usage)
    const { inputTokens, outputTokens } = usage
    const cost = opened.prices && getCost(opened.prices, inputTokens, outputTokens)
    app.usage.add(scope, source, { inputTokens, outputTokens, cost })
  }
  const model = opened.model && watchFailures(opened.model.meter(onUsage), () => (hasFailed = true))
  // The vectors of the knowledge belong to the embedding model that is in use.
  const models = { get: async () => ({ ...opened, source, model, embedder: null }) }
  const startedAt = performance.now()
  let firstSentenceMs: number | null = null
  const signal = AbortSignal.timeout(maxAnswerMs)
  const reply = await answerQuestion(
    { ...app, models },
    {
      ...scope,
      isDraft: true,
      language: detectLanguage([question], null),
      history: [{ from: 'visitor', text: question }],
      signal,
      show: (text) => {
        if (text !== '') firstSentenceMs ??= Math.round(performance.now() - startedAt)
      },
    },
  ).catch((error) => {
    if (!signal.aborted) throw error
    app.log.warn({ err: error, projectId: scope.projectId }, 'question of a model test timed out')
    return null
  })
  const isFromModel = model !== null && reply?.trace.model === model.name
  return {
    hasFailed: hasFailed || reply === null,
    answer: {
      question,
      text: !reply || reply.kind === 'handover' ? '' : reply.text,
      outcome: reply?.kind ?? 'handover',
      firstSentenceMs: isFromModel ? firstSentenceMs : null,
      estimatedCost: sumCost(opened, used),
    },
  }
}

/** US dollars; null where the server has not reported all tokens, and without prices. */
function sumCost({ prices }: OpenedModels, used: TokenUsage[]): number | null {
  if (!prices || used.length === 0 || used.some(({ isEstimate }) => isEstimate)) return null
  return used.reduce(
    (sum, { inputTokens, outputTokens }) => sum + getCost(prices, inputTokens, outputTokens),
    0,
  )
}

/** A model that fails is replaced by the built-in AI, which a test must not take for an answer of the model. */
function watchFailures(model: Model, onFailure: () => void): Model {
  return {
    ...model,
    async *stream(prompt, signal, deadline) {
      try {
        yield* model.stream(prompt, signal, deadline)
      } catch (error) {
        onFailure()
        throw error
      }
    },
  }
}
