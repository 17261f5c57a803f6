import { type SavedReply, savedReplyRoutes } from '@aichat/contracts/saved-replies'
import { sessionRoutes } from '@aichat/contracts/sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createTray, storedItem, type Tray } from '../attachments/upload-queue.ts'
import { api } from '../kit/api.ts'
import { cache } from '../kit/cache.ts'
import { download } from '../kit/download.ts'
import { upload } from '../kit/upload.ts'

const calls = api(savedReplyRoutes)
const sessionCalls = api(sessionRoutes)
const key = ['saved-replies'] as const

export function useSavedReplies() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await calls.list({ signal })).savedReplies,
  })
}

type Draft = { id: string | null; name: string; text: string; files: string[] }

/** Adds one without an id, changes one that has it. */
export function useSaveReply() {
  return useMutation({
    mutationFn: ({ id, ...body }: Draft) =>
      id ? calls.update({ params: { savedReplyId: id }, body }) : calls.add({ body }),
    onSuccess: reload,
  })
}

export function useRemoveReply() {
  return useMutation({
    mutationFn: (savedReplyId: string) => calls.remove({ params: { savedReplyId } }),
    onSuccess: reload,
  })
}

/** The files of a reply that is being edited: those that it has, to begin with. */
export function filesOfReply(reply?: SavedReply): Tray {
  return createTray({
    upload: (file, way) => upload(savedReplyRoutes.attach, { params: {}, file, ...way }),
    first: reply?.files.map((file) => storedItem(file, loadOf(reply, file.id))),
  })
}

/** For a message: it gets files of its own, which stay when the reply goes. */
export function copiesOf(sessionId: string, reply: SavedReply) {
  return reply.files.map(({ id: fileId, name }) => ({
    name,
    load: loadOf(reply, fileId),
    bring: ({ signal }: { signal: AbortSignal }) =>
      sessionCalls.attachSaved({ params: { sessionId }, body: { fileId }, signal }),
  }))
}

function loadOf({ id: savedReplyId }: SavedReply, fileId: string) {
  return async () => (await download(savedReplyRoutes.file, { params: { savedReplyId, fileId } })).blob
}

function reload() {
  return cache.invalidateQueries({ queryKey: key })
}
