import { noteLimits, noteRoutes, noteSentences } from '@aichat/contracts/chat/notes'
import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { isId } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import { requireSession } from '../sessions/guard.ts'
import { userRoom } from '../users/rooms.ts'
import { requireNote } from './guard.ts'
import {
  addNote,
  countUnreadMentions,
  findNote,
  listMentions,
  listNotes,
  readMentions,
  removeNote,
} from './store.ts'

type Dependencies = Pick<App, 'realtime'>

export function mountNotes(http: Http, app: Dependencies): void {
  const { realtime } = app
  serve(http, noteRoutes, { sessionId: requireSession, noteId: requireNote })({
    list: async ({ sql, session }) => ({ notes: await listNotes(sql, session.sessionId) }),

    add: async ({ sql, caller, session, body }) => {
      const { companyId, userId, name } = caller
      const { sessionId } = session
      const mentioned = body.mentions ?? []
      if (!mentioned.every(isId)) refuse(400, noteSentences.mention, 'mentions')
      const id = newId()
      await addNote(
        sql,
        { id, companyId, sessionId, authorId: userId, authorName: name, text: body.text },
        mentioned,
      )
      const note = (await findNote(sql, sessionId, id)) ?? notFound()
      return afterCommit(() => {
        realtime.publish(companyRoom(companyId), staffEvents, 'note:new', { note })
        for (const memberId of note.mentions)
          realtime.publish(userRoom(memberId), staffEvents, 'mention:new', { note })
        return note
      })
    },

    remove: async ({ sql, caller, session, note }) => {
      if (note.author.id !== caller.userId) refuse(403, noteSentences.notAuthor)
      await removeNote(sql, note.id)
      return afterCommit(() => {
        const removed = { sessionId: session.sessionId, noteId: note.id }
        realtime.publish(companyRoom(caller.companyId), staffEvents, 'note:removed', removed)
        return null
      })
    },

    mentions: async ({ sql, caller }) => ({
      mentions: await listMentions(sql, caller.userId, noteLimits.listedMentions),
      unread: await countUnreadMentions(sql, caller.userId),
    }),

    readMentions: async ({ sql, caller, session }) => {
      await readMentions(sql, caller.userId, session.sessionId)
      return { unread: await countUnreadMentions(sql, caller.userId) }
    },
  })
}
