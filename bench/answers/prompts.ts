import { createFixedModels } from '../../server/src/company-models/company-models.ts'
import type { Model, Prompt } from '../../server/src/kit/ai/model.ts'
import { systemClock } from '../../server/src/kit/process/clock.ts'
import { systemTimers } from '../../server/src/kit/process/timers.ts'
import { answerQuestion } from '../../server/src/replies/answer.ts'
import type { ChatTurn } from '../../server/src/replies/types.ts'
import type { Answerer, TaughtCorpus } from './ask.ts'
import type { CorpusQuestion } from './corpus.ts'
import { containsFact } from './grade.ts'

export type Prompted = { question: CorpusQuestion; hasFact: boolean; bytes: number; milliseconds: number }

/**
 * What a model gets: whether the fact that answers a question stands in the passages of its prompt, which bounds what any model
 * can answer. The model is scripted to decline. Questions without known facts are left out.
 */
export async function recordPrompts(
  answerer: Answerer,
  { companyId, projectId }: TaughtCorpus,
  questions: CorpusQuestion[],
): Promise<Prompted[]> {
  const { model, prompts } = createRecordingModel()
  const app = { ...answerer, clock: systemClock, timers: systemTimers, models: createFixedModels({ model }) }
  const recorded: Prompted[] = []
  for (const question of questions.filter(({ facts, isOutOfScope }) => facts && !isOutOfScope)) {
    const history: ChatTurn[] = []
    let milliseconds = 0
    for (const text of question.turns) {
      history.push({ from: 'visitor', text })
      prompts.length = 0
      const startedAt = performance.now()
      await answerQuestion(app, { companyId, projectId, history, signal: new AbortController().signal })
      milliseconds = performance.now() - startedAt
      history.push({ from: 'agent', text: 'The team has your message.', isDecline: true })
    }
    const systems = prompts.map(({ system }) => system)
    recorded.push({
      question,
      hasFact: systems.some((system) => containsFact(question, system)),
      bytes: Buffer.byteLength(systems.at(-1) ?? ''),
      milliseconds,
    })
  }
  return recorded
}

export function summarizePrompts(corpus: string, recorded: Prompted[]): Record<string, string | number> {
  const kinds = [...new Set(recorded.map(({ question }) => question.kind))].sort()
  const shares = ['all', ...kinds].map((kind) => {
    const asked = recorded.filter(({ question }) => kind === 'all' || question.kind === kind)
    return [kind, `${asked.filter(({ hasFact }) => hasFact).length}/${asked.length}`]
  })
  const pick = (values: number[], share: number) =>
    Math.round(values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0)
  const times = recorded.map(({ milliseconds }) => milliseconds)
  return {
    corpus,
    ...Object.fromEntries(shares),
    'median bytes': pick(
      recorded.map(({ bytes }) => bytes),
      0.5,
    ),
    'median ms': pick(times, 0.5),
    'p95 ms': pick(times, 0.95),
  }
}

function createRecordingModel(): { model: Model; prompts: Prompt[] } {
  const prompts: Prompt[] = []
  const model: Model = {
    name: 'recording',
    maxPromptTokens: 8000,
    async complete(prompt) {
      prompts.push(prompt)
      return ''
    },
    async *stream(prompt) {
      prompts.push(prompt)
      yield { text: 'NO_ANSWER', isCut: false }
    },
    meter: () => model,
  }
  return { model, prompts }
}
