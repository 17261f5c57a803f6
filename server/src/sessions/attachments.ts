import {
  type Attachment,
  attachmentExtensions,
  attachmentLimits,
  sessionSentences,
} from '@aichat/contracts/sessions'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type Kind, kinds } from '../files/kinds.ts'
import { type Rules, receive } from '../files/receive.ts'
import type { AttachmentOwner, StoredFile } from '../files/store.ts'
import { notFound, refuse } from '../kit/errors.ts'
import { Download } from '../kit/serve.ts'

type Parts = Pick<App, 'db' | 'storage' | 'log' | 'limits'>
type Scope = { companyId: string; projectId: string; owner: AttachmentOwner }

const rules: Rules = {
  field: 'file',
  mostBytes: attachmentLimits.bytes,
  kinds: attachmentExtensions.map((extension) => kinds[extension] as Kind),
  sentences: {
    missing: sessionSentences.fileMissing,
    tooLarge: sessionSentences.fileTooLarge,
    wrongType: sessionSentences.fileType,
  },
}

/** Takes a file to be sent: by its owner alone, in one message, within a day. */
export async function receiveAttachment(
  app: Parts,
  scope: Scope,
  request: FastifyRequest,
): Promise<Attachment> {
  await app.limits.take('upload', request.ip)
  const { id, name, mime, size } = await receive(app, scope, request, rules)
  return { id, name, mime, size }
}

/** The content of an attachment that its reader was found to have a right to. */
export async function readAttachment(
  { storage, log }: Pick<App, 'storage' | 'log'>,
  file: StoredFile | null,
): Promise<Download> {
  if (!file) notFound()
  const { name, mime, size } = file
  const content = await storage.get(file.key).catch((error) => {
    log.error({ err: error, key: file.key }, 'an attachment could not be read')
    refuse(503, sessionSentences.fileUnreadable)
  })
  return new Download(content, { name, mime, size })
}
