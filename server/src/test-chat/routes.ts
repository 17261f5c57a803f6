import { testChatRoutes } from '@aichat/contracts/ai/test-chat'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { askTestQuestion } from './ask.ts'
import { listExampleQuestions } from './example-questions.ts'

type Dependencies = Pick<App, 'clock' | 'db' | 'log' | 'models' | 'search' | 'timers'>

export function mountTestChat(http: Http, app: Dependencies): void {
  serve(http, testChatRoutes, { projectId: requireProject })({
    questions: withoutTransaction(async ({ caller, project }) => ({
      questions: await listExampleQuestions(app, { companyId: caller.companyId, projectId: project.id }),
    })),
    ask: withoutTransaction(({ caller, project, body }) =>
      askTestQuestion(app, { companyId: caller.companyId, projectId: project.id }, body.messages),
    ),
  })
}
