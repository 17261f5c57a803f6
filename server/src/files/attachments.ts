import {
  type Attachment,
  attachmentExtensions,
  attachmentLimits,
  attachmentSentences,
} from '@aichat/contracts/chat/attachments'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { Download } from '../kit/http/serve.ts'
import { type FileType, fileTypes } from './file-types.ts'
import { receive, storeContent, type UploadRules } from './receive.ts'
import type { FileScope, StoredFile } from './store.ts'

type Dependencies = Pick<App, 'db' | 'storage' | 'log' | 'settings'>

const rules: UploadRules = {
  field: 'file',
  maxBytes: attachmentLimits.bytes,
  types: attachmentExtensions.map((extension) => fileTypes[extension] as FileType),
  sentences: {
    missing: attachmentSentences.fileMissing,
    empty: attachmentSentences.fileEmpty,
    tooLarge: attachmentSentences.fileTooLarge,
    wrongType: attachmentSentences.fileType,
    wrongContent: attachmentSentences.fileContent,
  },
}

/** Stores an uploaded attachment. Only its owner can send it, once, within 24 hours. */
export async function receiveAttachment(
  app: Dependencies,
  scope: FileScope,
  request: FastifyRequest,
): Promise<Attachment> {
  return toAttachment(await receive(app, scope, request, rules))
}

/** The same for a file that came by email. @throws a refusal when it does not pass the checks of an upload */
export async function storeAttachment(
  app: Dependencies,
  scope: FileScope,
  file: { name: string; content: Buffer },
): Promise<Attachment> {
  return toAttachment(await storeContent(app, scope, file, rules))
}

export function toAttachment({ id, name, mime, size }: StoredFile): Attachment {
  return { id, name, mime, size }
}

/** The content of an attachment; the caller has checked the right to read it. */
export async function readAttachment(
  { storage, log }: Pick<App, 'storage' | 'log'>,
  file: StoredFile | null,
): Promise<Download> {
  if (!file) notFound()
  const { name, mime, size } = file
  const content = await storage.get(file.key).catch((error) => {
    log.error({ err: error, key: file.key }, 'failed to read an attachment')
    refuse(503, attachmentSentences.fileUnreadable)
  })
  return new Download(content, { name, mime, size })
}
