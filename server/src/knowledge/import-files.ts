import type { ImportOutcome, KnowledgeDraft, KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { receiveMany, storeReceived } from '../files/receive.ts'
import { consumeUpload } from '../files/upload-limits.ts'
import type { ReceivedPart } from '../kit/http/multipart.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { importRules } from './read/file-rules.ts'

type Scope = { companyId: string; projectId: string }

/** Stores the files of a request and creates an item for each. A file that is refused does not affect the others. */
export async function importFiles(
  app: Pick<App, 'db' | 'storage' | 'log' | 'settings' | 'limits'>,
  scope: Scope,
  request: FastifyRequest,
  create: (draft: KnowledgeDraft) => Promise<KnowledgeItem>,
): Promise<ImportOutcome[]> {
  async function importPart(part: ReceivedPart, isFirst: boolean): Promise<KnowledgeItem> {
    if ('refusal' in part) throw new Refusal(415, part.refusal, 'bad_input')
    if (!isFirst) await consumeUpload(app, scope.companyId, request.ip)
    const { name, mime, bucket, key } = await storeReceived(app, scope, part.file, importRules)
    return create({ type: 'file', fileName: name, fileMime: mime, s3Bucket: bucket, s3Key: key })
  }

  // Before the request is read; the other files are counted when their number is known.
  await consumeUpload(app, scope.companyId, request.ip)
  return receiveMany(request, importRules, async (parts) => {
    const outcomes: ImportOutcome[] = []
    for (const [index, part] of parts.entries()) {
      outcomes.push(await toOutcome(part.name, importPart(part, index === 0)))
    }
    return outcomes
  })
}

async function toOutcome(fileName: string, work: Promise<KnowledgeItem>): Promise<ImportOutcome> {
  try {
    return { fileName, item: await work, error: null }
  } catch (error) {
    if (error instanceof Refusal) return { fileName, item: null, error: error.message }
    throw error
  }
}
