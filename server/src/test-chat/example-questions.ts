import { testChatLimits } from '@aichat/contracts/ai/test-chat'
import type { App } from '../app.ts'
import { noModels } from '../company-models/company-models.ts'
import { listTopics } from '../knowledge/topic-store.ts'
import { answerQuestion } from '../replies/answer.ts'
import { detectLanguage } from '../replies/language/detect-language.ts'
import { askAbout } from '../replies/question/ask-about.ts'

type Dependencies = Pick<App, 'db' | 'clock' | 'timers' | 'search' | 'log'>
type Scope = { companyId: string; projectId: string }

const maxTopics = 12
const maxMs = 3000

/**
 * Questions about the topics of the knowledge. Each is answered without a model before it is proposed, so that a first try does not
 * end in a hand-over. Fewer when the knowledge is small or the time is over.
 */
export async function listExampleQuestions(app: Dependencies, scope: Scope): Promise<string[]> {
  const topics = await app.db.company(scope.companyId, (sql) => listTopics(sql, scope.projectId, maxTopics))
  const models = { get: async () => ({ ...noModels, source: 'builtin' as const }) }
  const signal = AbortSignal.timeout(maxMs)
  const answered: string[] = []
  for (const question of topics.map(askAbout)) {
    if (answered.length === testChatLimits.exampleQuestions || signal.aborted) break
    const reply = await answerQuestion(
      { ...app, models },
      {
        ...scope,
        language: detectLanguage([question], null),
        isDraft: true,
        history: [{ from: 'visitor', text: question }],
        signal,
      },
    )
    if (reply.kind === 'answer') answered.push(question)
  }
  return answered
}
