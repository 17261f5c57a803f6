import { authSentences } from '@aichat/contracts/auth'
import { messageLimits } from '@aichat/contracts/messages'
import { realtimeSentences } from '@aichat/contracts/realtime'
import { sessionLimits, sessionSentences } from '@aichat/contracts/sessions'
import { staffCommands, staffEvents } from '@aichat/contracts/staff-channel'
import { visitorEvents } from '@aichat/contracts/visitors'
import type { Socket } from 'socket.io'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Caller } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { authenticateSockets } from '../kit/realtime/authenticate.ts'
import { type CommandHandlers, createCommandListener } from '../kit/realtime/commands.ts'
import { companyRoom, signInRoom, userRoom, visitorRoom, visitorsRoom } from '../kit/realtime/rooms.ts'
import { userPresenceKey } from '../users/routes.ts'
import { updateLastSeen } from '../users/store.ts'
import { addPresence, findCompanySession, findSessionWithPresence } from './guard.ts'
import { listMessages } from './message-store.ts'
import type { SendAgentMessage } from './send-agent-message.ts'
import type { SessionStateCache } from './session-state-cache.ts'
import type { SessionState } from './state.ts'
import { findState, getRevision, listSessionsChangedSince, type StoredSession } from './store.ts'
import { updateSession } from './update-session.ts'

type Parts = { app: App; kept: SessionStateCache; agentSends: SendAgentMessage }
type Context = { caller: Caller; socket: Socket }

/** How long a socket may outlive its token, so that a client has time to show a new one. */
const afterExpiryMs = 60_000
const mostChanged = 200

export function companyPresenceKey(companyId: string): string {
  return `company:${companyId}`
}

export function mountStaffSocket(parts: Parts): void {
  const { app } = parts
  const namespace = app.realtime.namespace('/')
  const admitCommand = async (context: Context, command: string) => {
    await app.limits.consume(budgetOf(command), context.caller.userId, realtimeSentences.tooMany)
    await stillAdmitted(app, context)
  }
  const listen = createCommandListener(staffCommands, commandsOf(parts), admitCommand, app)

  authenticateSockets(
    namespace,
    (socket) => admit(socket, app, socket.handshake.auth?.token),
    (socket, caller) => {
      socket.data.caller = caller
    },
    { refusal: authSentences.authenticationFailed, log: app.log },
  )

  namespace.on('connection', (socket) => {
    const caller = socket.data.caller as Caller
    const context: Context = { caller, socket }
    socket.join([
      companyRoom(caller.companyId).name,
      signInRoom(caller.signInId).name,
      userRoom(caller.userId).name,
    ])
    // Whose access ended between the handshake and here was in no room to be cut from.
    stillAdmitted(app, context).catch(() => {})
    followPresence(app, socket, caller)
    listen(socket, context)
  })
}

function budgetOf(command: string) {
  return command === 'message:send' ? 'message' : command === 'typing' ? 'typing' : 'command'
}

/** Proves who connects, and ends the connection some time after the token's end. */
async function admit(socket: Socket, app: App, token: unknown): Promise<Caller | null> {
  const claims = await app.tokens.readAccess(token)
  const caller = claims && (await app.callers.identify(token as string))
  if (!claims || !caller) return null
  clearTimeout(socket.data.expiry)
  socket.data.expiry = setTimeout(
    () => socket.disconnect(true),
    claims.expiresAt + afterExpiryMs - app.clock.now(),
  ).unref()
  return caller
}

/** The caller as they are now, by name and role; the connection of one whose access ended is cut. */
async function stillAdmitted(app: App, context: Context): Promise<void> {
  const caller = await app.callers.get(context.caller)
  if (!caller) {
    context.socket.disconnect(true)
    refuse(401, authSentences.authenticationFailed)
  }
  context.caller = caller
}

function followPresence(app: App, socket: Socket, caller: Caller): void {
  const keys = [userPresenceKey(caller.userId), companyPresenceKey(caller.companyId)]
  const told = (agentsOnline: boolean) =>
    app.realtime.publish(visitorsRoom(caller.companyId), visitorEvents, 'presence:update', { agentsOnline })
  Promise.all(keys.map((key) => app.presence.enter(key)))
    .then(() => told(true))
    .catch((error) => app.log.warn({ err: error }, 'presence'))
  socket.on('disconnect', async () => {
    clearTimeout(socket.data.expiry)
    socket.data.leave?.()
    try {
      await Promise.all(keys.map((key) => app.presence.leave(key)))
      await app.db.company(caller.companyId, (sql) => updateLastSeen(sql, caller.userId))
      setTimeout(
        async () => {
          const [isOnline] = await app.presence.arePresent([companyPresenceKey(caller.companyId)])
          if (!isOnline) told(false)
        },
        sessionLimits.presenceGraceSeconds * 1000 + 100,
      ).unref()
    } catch (error) {
      app.log.warn({ err: error }, 'presence')
    }
  })
}

function commandsOf({ app, kept, agentSends }: Parts): CommandHandlers<typeof staffCommands, Context> {
  async function mine({ caller }: Context, sessionId: string): Promise<StoredSession> {
    return (
      (await findCompanySession(app, caller.companyId, sessionId)) ?? refuse(404, sessionSentences.joinFailed)
    )
  }

  /** Whoever types says so every few seconds: the database is asked once. */
  async function stateFor({ caller: { companyId } }: Context, sessionId: string): Promise<SessionState> {
    const known = kept.get(companyId, sessionId)
    if (known) return known
    const state = isId(sessionId) ? await app.db.company(companyId, (sql) => findState(sql, sessionId)) : null
    if (!state) refuse(404, sessionSentences.joinFailed)
    kept.setRead(companyId, state)
    return state
  }

  return {
    'agent:join': async (context, { sessionId, lastSeq }) => {
      const stored = await mine(context, sessionId)
      const missed = typeof lastSeq === 'number' ? { after: lastSeq, limit: messageLimits.pageSizeMax } : null
      const { messages, hasMore } = await app.db.company(context.caller.companyId, (sql) =>
        listMessages(sql, sessionId, missed ?? { limit: messageLimits.pageSize }),
      )
      const [session] = await addPresence(app, [stored])
      if (!session) refuse(404, sessionSentences.joinFailed)
      if (!missed || !hasMore) return { messages, session }
      // Too much was missed to send it piece by piece: the client begins anew with the newest page.
      const newest = await app.db.company(context.caller.companyId, (sql) =>
        listMessages(sql, sessionId, { limit: messageLimits.pageSize }),
      )
      return { messages: newest.messages, session, reset: true }
    },

    'message:send': async ({ caller }, sent) => ({ message: await agentSends(caller, sent) }),

    typing: async (context, { sessionId, isTyping }) => {
      const { status, visitorId } = await stateFor(context, sessionId)
      if (status === 'active') {
        const data = { sessionId, from: 'agent' as const, isTyping }
        app.realtime.publish(visitorRoom(visitorId), visitorEvents, 'typing:update', data)
      }
      return {}
    },

    viewing: async (context, { sessionId, isViewing, isTyping }) => {
      const { caller, socket } = context
      const { companyId, userId, name } = caller
      await mine(context, sessionId)
      const tell = (about: { isViewing: boolean; isTyping: boolean }) =>
        app.realtime.publish(companyRoom(companyId), staffEvents, 'colleague:update', {
          sessionId,
          user: { id: userId, name },
          ...about,
        })
      tell({ isViewing, isTyping })
      socket.data.leave = isViewing ? () => tell({ isViewing: false, isTyping: false }) : undefined
      return {}
    },

    'agent:request_prechat': async (context, { sessionId }) => {
      const session = await mine(context, sessionId)
      if (session.status !== 'active') refuse(409, sessionSentences.closed)
      await updateSession(app, context.caller.companyId, sessionId, { prechatRequested: true })
      app.realtime.publish(visitorRoom(session.visitorId), visitorEvents, 'prechat:request', { sessionId })
      return {}
    },

    // The number in the notice is not believed: everybody hears what the database says.
    'session:patched': async ({ caller }, { sessionId }) => {
      const session =
        (await findSessionWithPresence(app, caller.companyId, sessionId)) ??
        refuse(404, sessionSentences.joinFailed)
      app.realtime.publish(companyRoom(caller.companyId), staffEvents, 'session:patched', {
        sessionId,
        patch: { unreadCountAgent: session.unreadCountAgent },
      })
      return {}
    },

    sync: async ({ caller }, { rev }) => {
      const found = await app.db.company(caller.companyId, async (sql) => ({
        rev: await getRevision(sql),
        changed: rev === null ? [] : await listSessionsChangedSince(sql, rev, mostChanged),
      }))
      return { rev: found.rev, changed: await addPresence(app, found.changed) }
    },

    'auth:refresh': async (context, { token }) => {
      const { socket, caller } = context
      const again = await admit(socket, app, token)
      if (again?.userId !== caller.userId) refuse(401, authSentences.authenticationFailed)
      socket.leave(signInRoom(caller.signInId).name)
      socket.join(signInRoom(again.signInId).name)
      context.caller = again
      return {}
    },
  }
}
