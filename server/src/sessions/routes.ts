import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { createAttachmentHandlers } from './attachment-handlers.ts'
import { createConversationHandlers } from './conversation-handlers.ts'
import { requireSession } from './guard.ts'
import type { SendAgentMessage } from './send-agent-message.ts'
import { createStateHandlers } from './state-handlers.ts'
import type { PendingReplies } from './types.ts'

type Dependencies = Pick<App, 'clock' | 'db' | 'log' | 'presence' | 'realtime' | 'settings' | 'storage'> & {
  autoReply: PendingReplies
  sendAgentMessage: SendAgentMessage
}

export function mountSessions(http: Http, app: Dependencies): void {
  serve(http, sessionRoutes, { sessionId: requireSession })({
    ...createConversationHandlers(app),
    ...createStateHandlers(app),
    ...createAttachmentHandlers(app),
  })
}
