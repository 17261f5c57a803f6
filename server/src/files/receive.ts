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
  sentences: { missing: string; tooLarge: string; wrongType: string }
}

/** Takes the file of a multipart request into the storage, once it has been found to be of one of the kinds. */
export async function receive(
  app: Pick<App, 'db' | 'storage' | 'log'>,
  scope: FileScope,
  request: FastifyRequest,
  { field, maxBytes, types, sentences }: UploadRules,
): Promise<StoredFile> {
  const kindOf = (name: string) => {
    const end = /\.[^.]+$/.exec(name.toLowerCase())?.[0]
    return types.find(({ extension }) => extension === end && name.length > extension.length)
  }
  const inspect = (name: string) => {
    const kind = kindOf(name) ?? refuse(415, sentences.wrongType, field)
    const look = kind.createContentCheck()
    return {
      see: look.update,
      end: () => {
        if (!look.isValid()) refuse(415, sentences.wrongType, field)
      },
    }
  }
  const rules = {
    field,
    mostBytes: maxBytes,
    inspect,
    tooLarge: sentences.tooLarge,
    missing: sentences.missing,
  }
  return receiveFile(request, rules, ({ name, path, size }) => {
    const { mime, extension } = kindOf(name) as FileType
    return storeFile(app, scope, { name, mime, extension, size, open: () => createReadStream(path) })
  })
}
