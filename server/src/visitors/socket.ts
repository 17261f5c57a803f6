import { visitorCommands, visitorLimits } from '@aichat/contracts/chat/visitors'
import { authSentences } from '@aichat/contracts/company/auth'
import { type Command, realtimeSentences } from '@aichat/contracts/kit/realtime'
import type { App } from '../app.ts'
import type { AutoReply } from '../auto-reply/auto-reply.ts'
import { visitorsRoom } from '../companies/rooms.ts'
import { consumeDeclared } from '../kit/http/rate-limits.ts'
import { authenticateSockets } from '../kit/realtime/authenticate.ts'
import { createCommandListener } from '../kit/realtime/commands.ts'
import { createConnectionLimit } from '../kit/realtime/connection-limit.ts'
import type { Post } from '../messages/post.ts'
import type { SessionStateCache } from '../messages/state-cache.ts'
import { listVisitorRooms } from '../messages/visitor-room.ts'
import type { VisitorCommandHandlers, VisitorConnection } from './conversation.ts'
import { createConversationCommands } from './conversation-commands.ts'
import { createProfileCommands } from './profile-commands.ts'
import { findVisitorByToken } from './start-visit.ts'
import type { Visitor } from './store.ts'
import { createTypingCommand } from './typing-command.ts'
import { trackVisitorPresence } from './visitor-presence.ts'

type Dependencies = Pick<
  App,
  'addressOf' | 'clock' | 'db' | 'limits' | 'log' | 'metrics' | 'presence' | 'realtime' | 'timers' | 'tracing'
> & { stateCache: SessionStateCache; post: Post; autoReply: AutoReply }

const maxTokenCharacters = 200

/** Mounts the namespace of the chat: authentication, rate limits, presence and commands. */
export function mountVisitorSocket(app: Dependencies): void {
  const namespace = app.realtime.namespace('/visitor')
  const handlers: VisitorCommandHandlers = {
    ...createConversationCommands(app),
    ...createProfileCommands(app),
    ...createTypingCommand(app, app.stateCache),
  }
  const admitCommand = ({ visitor }: VisitorConnection, { rateLimit }: Command['access']) =>
    consumeDeclared(app.limits, rateLimit, { visitor: visitor.id })
  const handleCommands = createCommandListener(visitorCommands, handlers, admitCommand, app)

  authenticateSockets(
    namespace,
    async ({ handshake }) => {
      const token: unknown = handshake.auth?.visitorToken
      const isPlausible = typeof token === 'string' && token.length <= maxTokenCharacters
      return isPlausible ? findVisitorByToken(app, token) : null
    },
    (socket, visitor) => {
      socket.data.visitor = visitor
    },
    { refusal: authSentences.authenticationFailed, log: app.log },
  )

  const connections = createConnectionLimit(visitorLimits.connections)
  // The newest is refused: closing the oldest would let two tabs disconnect each other in turn.
  namespace.use((socket, next) => {
    const { id } = socket.data.visitor as Visitor
    next(connections.tryAdd(id, socket.conn) ? undefined : new Error(realtimeSentences.tooManyConnections))
  })

  namespace.on('connection', (socket) => {
    const visitor = socket.data.visitor as Visitor
    const address = app.addressOf(socket.handshake)
    const connection: VisitorConnection = {
      visitor,
      address,
      conversation: null,
      pendingConversation: Promise.resolve(),
    }
    socket.join([...listVisitorRooms(visitor), visitorsRoom(visitor.companyId).name])
    trackVisitorPresence(app, socket, visitor)
    handleCommands(socket, connection)
  })
}
