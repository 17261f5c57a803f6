import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commonSentences } from '@aichat/contracts/common'
import { truncateText } from '@aichat/contracts/text'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Http } from './http.ts'
import { Refusal, refuse } from './refusal.ts'

/** An uploaded file in a temporary directory. */
export type ReceivedFile = { name: string; path: string; size: number }

type UploadRules = {
  field: string
  maxBytes: number
  tooLarge: string
  missing: string
  /** Checks the name. The returned inspector receives each chunk of the content, and may refuse the file. */
  inspect(name: string): { see(part: Buffer): void; end(): void }
}

const maxOverheadBytes = 16_384
const maxFileNameLength = 200

export async function mountMultipart(http: Http): Promise<void> {
  await http.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Stores the file of a multipart request in a temporary directory while `work` runs. The file is removed afterwards, and when
 * the request is aborted.
 * @throws Refusal when the request is invalid
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  rules: UploadRules,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) refuse(400, rules.missing, rules.field)
  if (Number(request.headers['content-length'] ?? 0) > rules.maxBytes + maxOverheadBytes)
    refuse(413, rules.tooLarge)
  const folder = await mkdtemp(path.join(tmpdir(), 'aichat-upload-')).catch((error) =>
    throwAsRefusal(error, rules),
  )
  try {
    const file = await readParts(request, rules, path.join(folder, 'file')).catch((error) => {
      request.raw.resume() // discard the rest of the request, so that the client reads the response
      throwAsRefusal(error, rules)
    })
    return await work(file ?? refuse(400, rules.missing, rules.field))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readParts(
  request: FastifyRequest,
  rules: UploadRules,
  filePath: string,
): Promise<ReceivedFile | null> {
  let received: ReceivedFile | null = null
  const limits = {
    fileSize: rules.maxBytes,
    files: 1,
    parts: 4,
    fields: 3,
    fieldSize: 1000,
    headerPairs: 20,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue
    if (part.fieldname !== rules.field) refuse(400, rules.missing, rules.field)
    const name = sanitizeFileName(part.filename ?? '')
    const inspector = rules.inspect(name)
    let size = 0
    const inspection = new Transform({
      transform(chunk: Buffer, _, done) {
        size += chunk.length
        try {
          inspector.see(chunk)
          done(null, chunk)
        } catch (error) {
          done(error as Error)
        }
      },
    })
    // Immediately: the client may never finish sending such a file.
    part.file.once('limit', () => inspection.destroy(new Refusal(413, rules.tooLarge, 'too_large')))
    await pipeline(part.file, inspection, createWriteStream(filePath))
    inspector.end()
    received = { name, path: filePath, size }
  }
  return received
}

/** Errors of the multipart parser are caused by the client, and a full disk is an expected failure. */
function throwAsRefusal(error: unknown, rules: UploadRules): never {
  if (error instanceof Refusal) throw error
  const { code = '', statusCode, message } = error as { code?: string; statusCode?: number; message: string }
  if (code === 'ENOSPC') refuse(503, commonSentences.storageFull)
  if (code === 'FST_FILES_LIMIT') refuse(400, rules.missing, rules.field)
  if (
    statusCode ||
    code.startsWith('FST_') ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    isMalformed(message)
  ) {
    refuse(400, commonSentences.badInput)
  }
  throw error
}

function isMalformed(message: string): boolean {
  return /multipart|part terminated|malformed|boundary|aborted|premature/i.test(message)
}

/**
 * The file name without its path, and without invisible and bidirectional control characters. Browsers send a quotation mark as
 * %22, because the name stands between quotation marks.
 */
function sanitizeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll('%22', '"').replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim()
  const end = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return truncateText(clean.slice(0, clean.length - end.length), maxFileNameLength).trim() + end
}
