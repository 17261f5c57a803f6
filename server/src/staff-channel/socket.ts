import { staffCommands } from '@aichat/contracts/chat/staff-channel'
import { authSentences } from '@aichat/contracts/company/auth'
import type { Command } from '@aichat/contracts/kit/realtime'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { requireAccess } from '../kit/http/permissions.ts'
import { consumeDeclared } from '../kit/http/rate-limits.ts'
import { authenticateSockets } from '../kit/realtime/authenticate.ts'
import { createCommandListener } from '../kit/realtime/commands.ts'
import type { Post } from '../messages/post.ts'
import type { SessionStateCache } from '../messages/state-cache.ts'
import type { SendAgentMessage } from '../sessions/send-agent-message.ts'
import { signInRoom, userRoom } from '../users/rooms.ts'
import { isSentToWidgetHost } from '../widget/host.ts'
import type { StaffAccessCheck } from './access-check.ts'
import { identifyStaff, refreshCaller, replaceToken } from './authentication.ts'
import { createConversationCommands } from './conversation-commands.ts'
import { trackStaffPresence } from './presence.ts'
import type { StaffCommandHandlers, StaffContext, StaffIdentity } from './types.ts'
import { createTypingCommands } from './typing-commands.ts'

type Dependencies = Pick<
  App,
  | 'callers'
  | 'db'
  | 'hosts'
  | 'limits'
  | 'log'
  | 'metrics'
  | 'presence'
  | 'realtime'
  | 'settings'
  | 'timers'
  | 'tokens'
  | 'tracing'
> & {
  accessCheck: StaffAccessCheck
  stateCache: SessionStateCache
  post: Post
  sendAgentMessage: SendAgentMessage
}

/** Mounts the namespace of the console: authentication, rate limits, presence and commands. */
export function mountStaffSocket(app: Dependencies): void {
  const { accessCheck, stateCache, sendAgentMessage } = app
  const namespace = app.realtime.namespace('/')
  const handlers: StaffCommandHandlers = {
    'message:send': async ({ caller }, payload) => ({ message: await sendAgentMessage(caller, payload) }),
    ...createConversationCommands(app),
    ...createTypingCommands(app, stateCache),
    'auth:refresh': async (context, { token }) => {
      await replaceToken(app, context, token)
      return {}
    },
  }
  const admitCommand = async (context: StaffContext, { permission, rateLimit }: Command['access']) => {
    await consumeDeclared(app.limits, rateLimit, { user: context.caller.userId })
    await refreshCaller(app, context)
    requireAccess(context.caller, { permission })
  }
  const handleCommands = createCommandListener(staffCommands, handlers, admitCommand, app)

  authenticateSockets(
    namespace,
    async ({ handshake }) =>
      isSentToWidgetHost(app, handshake) ? null : identifyStaff(app, handshake.auth?.token),
    (socket, identity) => {
      socket.data.identity = identity
    },
    { refusal: authSentences.authenticationFailed, log: app.log },
  )

  namespace.on('connection', (socket) => {
    const context: StaffContext = { ...(socket.data.identity as StaffIdentity), socket }
    const { caller } = context
    socket.join([
      companyRoom(caller.companyId).name,
      signInRoom(caller.signInId).name,
      userRoom(caller.userId).name,
    ])
    // Access that was revoked between the handshake and the joins above could not close this connection.
    refreshCaller(app, context).catch(() => {})
    accessCheck.add(context)
    trackStaffPresence(app, socket, caller)
    handleCommands(socket, context)
  })
}
