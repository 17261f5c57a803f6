import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commonSentences } from '@aichat/contracts/kit/common'
import { truncateText } from '@aichat/contracts/kit/text'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from './refusal.ts'

/** An uploaded file in a temporary directory. */
export type ReceivedFile = { name: string; path: string; size: number }

type UploadRules = {
  field: string
  maxBytes: number
  tooLarge: string
  missing: string
  tooMany?: string
  /** Checks the name. The returned inspector receives each chunk of the content, and may refuse the file. */
  inspect(name: string): { see(part: Buffer): void; end(): void }
}

const maxOverheadBytes = 16_384
const maxFileNameLength = 200

export async function mountMultipart(http: FastifyInstance): Promise<void> {
  await http.register(multipart, { throwFileSizeLimit: false })
}

/** A file of a request with several, or the reason why it was refused. */
export type ReceivedPart = { name: string; file: ReceivedFile } | { name: string; refusal: string }

/**
 * Stores the files of a multipart request in a temporary directory while `work` runs. They are removed afterwards, and when the
 * request is aborted. With `skipsRefused`, a refused file does not affect the others; the length of the request must then be
 * declared, because the content of a refused file is read and discarded. Otherwise it refuses the request at once.
 * @throws Refusal when the request is invalid
 */
export async function receiveFiles<T>(
  request: FastifyRequest,
  rules: UploadRules & { maxFiles: number; skipsRefused: boolean },
  work: (parts: ReceivedPart[]) => Promise<T>,
): Promise<T> {
  const { maxFiles, skipsRefused } = rules
  if (!request.isMultipart()) refuse(400, rules.missing, rules.field)
  const length = Number(request.headers['content-length'])
  if (skipsRefused && !Number.isFinite(length)) refuse(411, commonSentences.lengthRequired)
  if (length > maxFiles * (rules.maxBytes + maxOverheadBytes)) refuse(413, rules.tooLarge)
  const receive = skipsRefused ? receiveOrDiscard : receivePart
  return withTemporaryFolder(request, rules, async (folder) => {
    const parts: ReceivedPart[] = []
    for await (const part of listFileParts(request, rules, maxFiles))
      parts.push(await receive(part, rules, await mkdtemp(path.join(folder, 'part-'))))
    if (parts.length === 0) refuse(400, rules.missing, rules.field)
    return () => work(parts)
  })
}

/** `receive` reads the request, and returns the work to do with its files. */
async function withTemporaryFolder<T>(
  request: FastifyRequest,
  rules: UploadRules,
  receive: (folder: string) => Promise<() => Promise<T>>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aichat-upload-')).catch((error) =>
    throwAsRefusal(error, rules),
  )
  try {
    const work = await receive(folder).catch((error) => {
      request.raw.resume() // discard the rest of the request, so that the client reads the response
      throwAsRefusal(error, rules)
    })
    return await work()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* listFileParts(
  request: FastifyRequest,
  rules: UploadRules,
  maxFiles: number,
): AsyncGenerator<MultipartFile> {
  const limits = {
    fileSize: rules.maxBytes,
    files: maxFiles,
    parts: maxFiles + 3,
    fields: 3,
    fieldSize: 1000,
    headerPairs: 20,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue
    if (part.fieldname !== rules.field) refuse(400, rules.missing, rules.field)
    yield part
  }
}

async function receivePart(part: MultipartFile, rules: UploadRules, folder: string): Promise<ReceivedPart> {
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
  const filePath = path.join(folder, 'file')
  await pipeline(part.file, inspection, createWriteStream(filePath))
  inspector.end()
  return { name, file: { name, path: filePath, size } }
}

/** The parser continues with the next file only when the content of this one is read. */
async function receiveOrDiscard(
  part: MultipartFile,
  rules: UploadRules,
  folder: string,
): Promise<ReceivedPart> {
  const name = sanitizeFileName(part.filename ?? '')
  const filePath = path.join(folder, 'file')
  try {
    const inspector = rules.inspect(name)
    await pipeline(part.file, createWriteStream(filePath))
    if (part.file.truncated) refuse(413, rules.tooLarge)
    for await (const chunk of createReadStream(filePath)) inspector.see(chunk as Buffer)
    inspector.end()
    return { name, file: { name, path: filePath, size: part.file.bytesRead } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    part.file.resume()
    return { name, refusal: error.message }
  }
}

/** Errors of the multipart parser are caused by the client, and a full disk is an expected failure. */
function throwAsRefusal(error: unknown, rules: UploadRules): never {
  if (error instanceof Refusal) throw error
  const { code = '', statusCode, message } = error as { code?: string; statusCode?: number; message: string }
  if (code === 'ENOSPC') refuse(503, commonSentences.storageFull)
  if (code === 'FST_FILES_LIMIT') refuse(400, rules.tooMany ?? rules.missing, rules.field)
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
export function sanitizeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll('%22', '"').replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim()
  const end = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return truncateText(clean.slice(0, clean.length - end.length), maxFileNameLength).trim() + end
}
