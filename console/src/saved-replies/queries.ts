import { type SavedReply, savedReplyRoutes } from '@aichat/contracts/chat/saved-replies'
import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createUploadQueue, type UploadQueue, uploadedFile } from '../attachments/upload-queue.ts'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { download } from '../kit/http/download.ts'
import { upload } from '../kit/http/upload.ts'

const calls = api(savedReplyRoutes)
const sessionCalls = api(sessionRoutes)
const key = ['saved-replies'] as const

export function useSavedReplies() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await calls.list({ signal })).savedReplies,
  })
}

/** A saved reply without an id is new. */
type Draft = { id: string | null; name: string; text: string; files: string[] }

export function useSaveReply() {
  return useMutation({
    mutationFn: ({ id, ...body }: Draft) =>
      id ? calls.update({ params: { savedReplyId: id }, body }) : calls.add({ body }),
    onSuccess: reload,
  })
}

export function useDeleteReply() {
  return useMutation({
    mutationFn: (savedReplyId: string) => calls.remove({ params: { savedReplyId } }),
    onSuccess: reload,
  })
}

/** The files of a saved reply that is being written or edited. */
export function createReplyFiles(reply?: SavedReply): UploadQueue {
  return createUploadQueue({
    upload: (file, options) => upload(savedReplyRoutes.attach, { params: {}, files: [file], ...options }),
    initial: reply?.files.map((file) => uploadedFile(file, contentLoader(reply, file.id))),
  })
}

/** A message gets copies, so that it keeps its files when the saved reply is deleted. */
export function toSavedFileCopies(sessionId: string, reply: SavedReply) {
  return reply.files.map(({ id: fileId, name }) => ({
    name,
    loadContent: contentLoader(reply, fileId),
    upload: ({ signal }: { signal: AbortSignal }) =>
      sessionCalls.attachSaved({ params: { sessionId }, body: { fileId }, signal }),
  }))
}

function contentLoader({ id: savedReplyId }: SavedReply, fileId: string) {
  return async () => (await download(savedReplyRoutes.file, { params: { savedReplyId, fileId } })).blob
}

function reload() {
  return cache.invalidateQueries({ queryKey: key })
}
