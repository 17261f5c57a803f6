import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { receiveFile } from '../kit/http/multipart.ts'
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
  { field, maxBytes, types, sentences }: UploadRules,
): Promise<StoredFile> {
  const findType = (name: string) => {
    const extension = /\.[^.]+$/.exec(name.toLowerCase())?.[0]
    return types.find((type) => type.extension === extension && name.length > extension.length)
  }
  const inspect = (name: string) => {
    const type = findType(name) ?? refuse(415, sentences.wrongType, field)
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
  const rules = {
    field,
    maxBytes: maxBytes,
    inspect,
    tooLarge: sentences.tooLarge,
    missing: sentences.missing,
  }
  return receiveFile(request, rules, ({ name, path, size }) => {
    const { mime, extension } = findType(name) as FileType
    return storeFile(app, scope, { name, mime, extension, size, open: () => createReadStream(path) })
  })
}
