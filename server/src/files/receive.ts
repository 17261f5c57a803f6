import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { receiveFile } from '../kit/http/multipart.ts'
import { refuse } from '../kit/http/refusal.ts'
import { keep } from './keep.ts'
import type { Kind } from './kinds.ts'
import type { FileScope, StoredFile } from './store.ts'

export type Rules = {
  field: string
  mostBytes: number
  kinds: Kind[]
  sentences: { missing: string; tooLarge: string; wrongType: string }
}

/** Takes the file of a multipart request into the storage, once it has been found to be of one of the kinds. */
export async function receive(
  app: Pick<App, 'db' | 'storage' | 'log'>,
  scope: FileScope,
  request: FastifyRequest,
  { field, mostBytes, kinds, sentences }: Rules,
): Promise<StoredFile> {
  const kindOf = (name: string) => {
    const end = /\.[^.]+$/.exec(name.toLowerCase())?.[0]
    return kinds.find(({ extension }) => extension === end && name.length > extension.length)
  }
  const inspect = (name: string) => {
    const kind = kindOf(name) ?? refuse(415, sentences.wrongType, field)
    const look = kind.looksRight()
    return {
      see: look.see,
      end: () => {
        if (!look.isRight()) refuse(415, sentences.wrongType, field)
      },
    }
  }
  const rules = { field, mostBytes, inspect, tooLarge: sentences.tooLarge, missing: sentences.missing }
  return receiveFile(request, rules, ({ name, path, size }) => {
    const { mime, extension } = kindOf(name) as Kind
    return keep(app, scope, { name, mime, extension, size, open: () => createReadStream(path) })
  })
}
