import { authSentences } from '@aichat/contracts/auth'
import { realtimeSentences } from '@aichat/contracts/realtime'
import { staffCommands } from '@aichat/contracts/staff-channel'
import type { Socket } from 'socket.io'
import type { App } from '../app.ts'
import type { Caller } from '../kit/http/http.ts'
import { authenticateSockets } from '../kit/realtime/authenticate.ts'
import { type CommandHandlers, createCommandListener } from '../kit/realtime/commands.ts'
import { companyRoom, signInRoom, userRoom } from '../kit/realtime/rooms.ts'
import { createConversationCommands } from './conversation-commands.ts'
import type { SendAgentMessage } from './send-agent-message.ts'
import type { SessionStateCache } from './session-state-cache.ts'
import { authenticateStaff, refreshCaller, replaceToken } from './staff-authentication.ts'
import { trackStaffPresence } from './staff-presence.ts'
import { createTypingCommands } from './typing-commands.ts'

type Dependencies = { app: App; stateCache: SessionStateCache; sendAgentMessage: SendAgentMessage }

/** The caller is replaced when their name or role changes, or when the client presents a new token. */
export type StaffContext = { caller: Caller; socket: Socket }
export type StaffCommandHandlers = CommandHandlers<typeof staffCommands, StaffContext>

/** Mounts the namespace of the console: authentication, rate limits, presence and commands. */
export function mountStaffSocket({ app, stateCache, sendAgentMessage }: Dependencies): void {
  const namespace = app.realtime.namespace('/')
  const handlers: StaffCommandHandlers = {
    ...createConversationCommands(app, sendAgentMessage),
    ...createTypingCommands(app, stateCache),
    'auth:refresh': async (context, { token }) => {
      await replaceToken(app, context, token)
      return {}
    },
  }
  const admitCommand = async (context: StaffContext, command: string) => {
    await app.limits.consume(selectRateLimit(command), context.caller.userId, realtimeSentences.tooMany)
    await refreshCaller(app, context)
  }
  const handleCommands = createCommandListener(staffCommands, handlers, admitCommand, app)

  authenticateSockets(
    namespace,
    (socket) => authenticateStaff(app, socket, socket.handshake.auth?.token),
    (socket, caller) => {
      socket.data.caller = caller
    },
    { refusal: authSentences.authenticationFailed, log: app.log },
  )

  namespace.on('connection', (socket) => {
    const caller = socket.data.caller as Caller
    const context: StaffContext = { caller, socket }
    socket.join([
      companyRoom(caller.companyId).name,
      signInRoom(caller.signInId).name,
      userRoom(caller.userId).name,
    ])
    // Access that was revoked between the handshake and the joins above could not close this connection.
    refreshCaller(app, context).catch(() => {})
    trackStaffPresence(app, socket, caller)
    handleCommands(socket, context)
  })
}

function selectRateLimit(command: string) {
  if (command === 'message:send') return 'message'
  return command === 'typing' ? 'typing' : 'command'
}
