import { sessionRoutes } from '@aichat/contracts/sessions'
import type { App } from '../app.ts'
import type { AutoReply } from '../auto-reply/auto-reply.ts'
import type { Http } from '../kit/http/http.ts'
import { type Guard, type Handlers, serve } from '../kit/http/serve.ts'
import { createAttachmentHandlers } from './attachment-handlers.ts'
import { createConversationHandlers } from './conversation-handlers.ts'
import { requireSession } from './guard.ts'
import type { SendAgentMessage } from './send-agent-message.ts'
import { createStateHandlers } from './state-handlers.ts'
import type { StoredSession } from './store.ts'
import { createWritingHandlers } from './writing-handlers.ts'

export type SessionHandlers = Handlers<typeof sessionRoutes, { sessionId: Guard<StoredSession> }>

export function mountSessions(
  http: Http,
  app: App,
  autoReply: AutoReply,
  sendAgentMessage: SendAgentMessage,
): void {
  serve(http, sessionRoutes, { sessionId: requireSession(app) })({
    ...createConversationHandlers(app, sendAgentMessage),
    ...createStateHandlers(app, autoReply),
    ...createAttachmentHandlers(app),
    ...createWritingHandlers(app),
  })
}
