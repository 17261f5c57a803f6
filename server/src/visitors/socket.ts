import { authSentences } from '@aichat/contracts/auth'
import { messageLimits } from '@aichat/contracts/messages'
import { realtimeSentences } from '@aichat/contracts/realtime'
import { sessionLimits } from '@aichat/contracts/sessions'
import { staffEvents } from '@aichat/contracts/staff-channel'
import { type VisitorSession, visitorCommands } from '@aichat/contracts/visitors'
import type { Socket } from 'socket.io'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { authenticateSockets } from '../kit/realtime/authenticate.ts'
import { type CommandHandlers, createCommandListener } from '../kit/realtime/commands.ts'
import { companyRoom, visitorRoom, visitorsRoom } from '../kit/realtime/rooms.ts'
import type { AutoReply } from '../sessions/auto-reply.ts'
import { visitorPresenceKey } from '../sessions/guard.ts'
import { listMessages } from '../sessions/message-store.ts'
import type { Posted } from '../sessions/plan-batch.ts'
import type { Post } from '../sessions/post.ts'
import type { SessionStateCache } from '../sessions/session-state-cache.ts'
import type { SessionState } from '../sessions/state.ts'
import { findActiveState } from '../sessions/store.ts'
import { updateSession } from '../sessions/update-session.ts'
import { toVisitorMessage } from '../sessions/visitor-message.ts'
import { postVisitorMessage, type VisitorConnection } from './conversation.ts'
import { requestPerson } from './request-person.ts'
import { saveFeedback } from './save-feedback.ts'
import { findVisitorByToken } from './start-visit.ts'
import { findCurrentSession, type Visitor } from './store.ts'
import { submitForm } from './submit-form.ts'
import { updateAttributes, updateContact, updateCurrentPage } from './update-visitor.ts'

type Parts = { app: App; kept: SessionStateCache; post: Post; autoReply: AutoReply }

export function mountVisitorSocket(parts: Parts): void {
  const { app } = parts
  const namespace = app.realtime.namespace('/visitor')
  const admitCommand = ({ visitor }: VisitorConnection, command: string) =>
    app.limits.consume(budgetOf(command), visitor.id, realtimeSentences.tooMany)
  const listen = createCommandListener(visitorCommands, commandsOf(parts), admitCommand, app)

  authenticateSockets(
    namespace,
    async ({ handshake }) => {
      const token: unknown = handshake.auth?.visitorToken
      return typeof token === 'string' && token.length <= 200 ? findVisitorByToken(app, token) : null
    },
    (socket, visitor) => {
      socket.data.visitor = visitor
    },
    { refusal: authSentences.authenticationFailed, log: app.log },
  )

  namespace.on('connection', (socket) => {
    const visitor = socket.data.visitor as Visitor
    const writer: VisitorConnection = {
      visitor,
      address: app.addressOf(socket.handshake),
      conversation: null,
    }
    socket.join([visitorRoom(visitor.id).name, visitorsRoom(visitor.companyId).name])
    followPresence(app, socket, visitor)
    listen(socket, writer)
  })
}

const talking = ['message:send', 'prechat:submit', 'person:request', 'feedback']

function budgetOf(command: string) {
  return talking.includes(command) ? 'message' : command === 'typing' ? 'typing' : 'command'
}

function commandsOf(parts: Parts): CommandHandlers<typeof visitorCommands, VisitorConnection> {
  const { app, kept, autoReply } = parts
  const current = ({ visitor }: VisitorConnection) =>
    app.db.company(visitor.companyId, (sql) => findCurrentSession(sql, visitor.id))
  /** Whoever types says so every few seconds: the database is asked once. */
  const runningOf = async ({
    visitor: { id, companyId },
  }: VisitorConnection): Promise<SessionState | null> => {
    const known = kept.getActiveOfVisitor(companyId, id)
    if (known) return known
    const state = await app.db.company(companyId, (sql) => findActiveState(sql, id))
    if (state) kept.setRead(companyId, state)
    return state
  }

  return {
    'message:send': async (writer, { text = '', attachments, clientId }) => {
      const posted = await postVisitorMessage(parts, writer, {
        from: 'visitor',
        senderId: writer.visitor.id,
        senderName: null,
        clientId: clientId ?? newId(),
        text,
        attachments,
        meta: {},
        effect: {},
      })
      if (posted.state.unansweredSeq !== null) {
        autoReply.schedule(writer.visitor.companyId, posted.state.sessionId)
      }
      return answerOf(posted)
    },

    typing: async (writer, { isTyping }) => {
      const running = await runningOf(writer)
      if (running) {
        app.realtime.publish(companyRoom(writer.visitor.companyId), staffEvents, 'typing:update', {
          sessionId: running.sessionId,
          from: 'visitor',
          isTyping,
        })
      }
      return {}
    },

    'prechat:submit': async (writer, { fields }) => answerOf(await submitForm(parts, writer, fields)),

    'person:request': async (writer) => ({ session: viewOf(await requestPerson(parts, writer)) }),

    feedback: async (writer, feedback) => {
      await saveFeedback(parts, writer, feedback)
      return {}
    },

    identify: async ({ visitor }, { name, email, phone }) => {
      await updateContact(app, visitor, {
        name: name ?? undefined,
        email: email ?? undefined,
        phone: phone ?? undefined,
      })
      return {}
    },

    attributes: async ({ visitor }, { attributes }) => {
      await updateAttributes(app, visitor, attributes)
      return {}
    },

    page: async ({ visitor }, { pageUrl }) => {
      await updateCurrentPage(app, visitor, pageUrl)
      return {}
    },

    'session:end': async (writer) => {
      const session = await current(writer)
      if (session?.status === 'active') {
        autoReply.cancel(session.sessionId)
        await updateSession(app, writer.visitor.companyId, session.sessionId, { status: 'closed' })
      }
      return {}
    },

    sync: async ({ visitor }, { lastSeq }) =>
      app.db.company(visitor.companyId, async (sql) => {
        const session = await findCurrentSession(sql, visitor.id)
        if (!session) return { session: null, messages: [], prechatRequested: false }
        const missed = await listMessages(sql, session.sessionId, {
          after: lastSeq,
          limit: messageLimits.pageSizeMax,
        })
        const isTooMuch = missed.hasMore || lastSeq > session.lastSeq
        const { messages } = isTooMuch
          ? await listMessages(sql, session.sessionId, { limit: messageLimits.pageSize })
          : missed
        return {
          session: viewOf(session),
          messages: messages.map(toVisitorMessage),
          prechatRequested: session.prechatRequested,
          ...(isTooMuch ? { reset: true } : {}),
        }
      }),
  }
}

function answerOf({ message, state }: Posted) {
  return { message: toVisitorMessage(message), session: viewOf(state) }
}

function viewOf({ sessionId, status, lastSeq, unread }: VisitorSession): VisitorSession {
  return { sessionId, status, lastSeq, unread }
}

function followPresence(app: App, socket: Socket, visitor: Visitor): void {
  const key = visitorPresenceKey(visitor.id)
  const tell = async () => {
    const [online = false] = await app.presence.arePresent([key])
    const session = await app.db.company(visitor.companyId, (sql) => findCurrentSession(sql, visitor.id))
    if (session?.status !== 'active') return
    app.realtime.publish(companyRoom(visitor.companyId), staffEvents, 'presence:update', {
      sessionId: session.sessionId,
      online,
    })
  }
  const tellSafely = () => tell().catch((error) => app.log.warn({ err: error }, 'presence'))
  app.presence
    .enter(key)
    .then(tellSafely)
    .catch((error) => app.log.warn({ err: error }, 'presence'))
  socket.on('disconnect', () => {
    app.presence.leave(key).catch((error) => app.log.warn({ err: error }, 'presence'))
    setTimeout(tellSafely, sessionLimits.presenceGraceSeconds * 1000 + 100).unref()
  })
}
