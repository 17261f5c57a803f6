import { sessionRoutes } from '@aichat/contracts/sessions'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { createAttachmentHandlers } from './attachment-handlers.ts'
import { createConversationHandlers } from './conversation-handlers.ts'
import { requireSession } from './guard.ts'
import type { SendAgentMessage } from './send-agent-message.ts'
import { createStateHandlers } from './state-handlers.ts'
import type { PendingReplies } from './types.ts'

export function mountSessions(
  http: Http,
  app: App,
  pendingReplies: PendingReplies,
  sendAgentMessage: SendAgentMessage,
): void {
  serve(http, sessionRoutes, { sessionId: requireSession })({
    ...createConversationHandlers(app, sendAgentMessage),
    ...createStateHandlers(app, pendingReplies),
    ...createAttachmentHandlers(app),
  })
}
