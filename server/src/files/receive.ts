import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import {
  type ReceivedFile,
  type ReceivedPart,
  receiveFiles,
  sanitizeFileName,
} from '../kit/http/multipart.ts'
import { refuse } from '../kit/http/refusal.ts'
import type { FileType } from './file-types.ts'
import type { FileScope, StoredFile } from './store.ts'
import { storeFile } from './store-file.ts'

export type UploadRules = {
  field: string
  maxBytes: number
  types: FileType[]
  sentences: { missing: string; empty: string; tooLarge: string; wrongType: string; wrongContent: string }
}

/** Stores the file of a multipart request after checking its extension and content. */
export async function receive(
  app: Pick<App, 'db' | 'storage' | 'log' | 'settings'>,
  scope: FileScope,
  request: FastifyRequest,
  rules: UploadRules,
): Promise<StoredFile> {
  const { field, sentences } = rules
  return receiveFiles(request, { ...toPartRules(rules), maxFiles: 1, skipsRefused: false }, async ([part]) =>
    part && 'file' in part
      ? storeReceived(app, scope, part.file, rules)
      : refuse(400, sentences.missing, field),
  )
}

/** Receives several files of a multipart request, and checks the extension and content of each. */
export function receiveMany<T>(
  request: FastifyRequest,
  rules: UploadRules & { maxFiles: number; tooMany: string },
  work: (parts: ReceivedPart[]) => Promise<T>,
): Promise<T> {
  const { maxFiles, tooMany } = rules
  return receiveFiles(request, { ...toPartRules(rules), maxFiles, tooMany, skipsRefused: true }, work)
}

/** Stores a file whose extension and content were checked. */
export function storeReceived(
  app: Pick<App, 'db' | 'storage' | 'log' | 'settings'>,
  scope: FileScope,
  { name, path, size }: ReceivedFile,
  { types }: Pick<UploadRules, 'types'>,
): Promise<StoredFile> {
  const { mime, extension } = findType(types, name) as FileType
  return storeFile(app, scope, { name, mime, extension, size, open: () => createReadStream(path) })
}

/**
 * Stores a file that was not uploaded, with the checks of an upload.
 * @throws a refusal when the file does not pass, or as `storeFile`
 */
export async function storeContent(
  app: Pick<App, 'db' | 'storage' | 'log' | 'settings'>,
  scope: FileScope,
  file: { name: string; content: Buffer },
  rules: UploadRules,
): Promise<StoredFile> {
  const name = sanitizeFileName(file.name)
  const { content } = file
  const inspector = toPartRules(rules).inspect(name)
  if (content.length > rules.maxBytes) refuse(413, rules.sentences.tooLarge)
  inspector.see(content)
  inspector.end()
  const { mime, extension } = findType(rules.types, name) as FileType
  return storeFile(app, scope, {
    name,
    mime,
    extension,
    size: content.length,
    open: () => Readable.from([content]),
  })
}

function toPartRules({ field, maxBytes, types, sentences }: UploadRules) {
  const inspect = (name: string) => {
    const type = findType(types, name) ?? refuse(415, sentences.wrongType, field)
    const check = type.createContentCheck()
    let isEmpty = true
    return {
      see: (chunk: Buffer) => {
        isEmpty &&= chunk.length === 0
        check.update(chunk)
      },
      end: () => {
        if (isEmpty) refuse(415, sentences.empty, field)
        if (!check.isValid()) refuse(415, sentences.wrongContent, field)
      },
    }
  }
  return { field, maxBytes, inspect, tooLarge: sentences.tooLarge, missing: sentences.missing }
}

function findType(types: FileType[], name: string): FileType | undefined {
  const extension = /\.[^.]+$/.exec(name.toLowerCase())?.[0]
  return types.find((type) => type.extension === extension && name.length > extension.length)
}
