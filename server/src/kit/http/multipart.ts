import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commonSentences } from '@aichat/contracts/common'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Http } from './http.ts'
import { Refusal, refuse } from './refusal.ts'

/** A file that a request carried, on this disk until the work on it is done. */
export type Received = { name: string; path: string; size: number }

type Rules = {
  field: string
  mostBytes: number
  tooLarge: string
  missing: string
  /** Looks at the name as soon as it is known; what it answers is shown each part of the content, and may refuse it. */
  inspect(name: string): { see(part: Buffer): void; end(): void }
}

const envelopeBytes = 16_384

export async function mountMultipart(http: Http): Promise<void> {
  await http.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Takes the one file of a multipart request to a temporary place, and hands it to `work`. Nothing of it is left when
 * that is done, or when the request ends in the middle.
 * @throws Refusal for whatever is wrong with the request
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  rules: Rules,
  work: (file: Received) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) refuse(400, rules.missing, rules.field)
  if (Number(request.headers['content-length'] ?? 0) > rules.mostBytes + envelopeBytes)
    refuse(413, rules.tooLarge)
  const folder = await mkdtemp(path.join(tmpdir(), 'aichat-upload-')).catch((error) =>
    asRefusal(error, rules),
  )
  try {
    const file = await readParts(request, rules, path.join(folder, 'file')).catch((error) => {
      request.raw.resume() // what still comes is let go, so that the answer is heard
      asRefusal(error, rules)
    })
    return await work(file ?? refuse(400, rules.missing, rules.field))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readParts(request: FastifyRequest, rules: Rules, place: string): Promise<Received | null> {
  let received: Received | null = null
  const limits = {
    fileSize: rules.mostBytes,
    files: 1,
    parts: 4,
    fields: 3,
    fieldSize: 1000,
    headerPairs: 20,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue
    if (part.fieldname !== rules.field) refuse(400, rules.missing, rules.field)
    const name = plainName(part.filename ?? '')
    const inspector = rules.inspect(name)
    let size = 0
    const look = new Transform({
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
    // At once: the end of such a file may never come.
    part.file.once('limit', () => look.destroy(new Refusal(413, rules.tooLarge, 'too_large')))
    await pipeline(part.file, look, createWriteStream(place))
    inspector.end()
    received = { name, path: place, size }
  }
  return received
}

/** What the parser of multipart says about a request that is no such thing is the sender's doing, and a full disk nobody's bug. */
function asRefusal(error: unknown, rules: Rules): never {
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

/** The last step of a path, without what shows nowhere or turns the text around. */
function plainName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim()
  const end = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return (
    clean
      .slice(0, clean.length - end.length)
      .slice(0, 200)
      .trim() + end
  )
}
