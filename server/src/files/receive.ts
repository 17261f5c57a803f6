import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { refuse } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { receiveFile } from '../kit/multipart.ts'
import type { Kind } from './kinds.ts'
import { type AttachmentOwner, addFile, doomAtOnce, markStored, type StoredFile } from './store.ts'

export type Rules = {
  field: string
  mostBytes: number
  kinds: Kind[]
  sentences: { missing: string; tooLarge: string; wrongType: string }
}

const notStored = 'The file could not be stored. Please try again.'

/**
 * Takes the file of a multipart request into the storage, for the project, and with an owner for a message of theirs.
 * It waits there for a day to be used.
 * The name is only ever shown: the key is ours.
 */
export async function receive(
  { db, storage, log }: Pick<App, 'db' | 'storage' | 'log'>,
  scope: { companyId: string; projectId: string; owner?: AttachmentOwner },
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
  return receiveFile(request, rules, async ({ name, path, size }) => {
    const { mime, extension } = kindOf(name) as Kind
    const id = newId()
    const key = `${scope.companyId}/${scope.projectId}/${id}${extension}`
    const file = { id, name, mime, bucket: storage.bucket, key, size }
    await db.company(scope.companyId, (sql) => addFile(sql, scope, file))
    try {
      await storage.put(key, { open: () => createReadStream(path), size, mime })
    } catch (error) {
      log.error({ err: error, key }, 'a file could not be stored')
      await db.company(scope.companyId, (sql) => doomAtOnce(sql, id))
      refuse(503, notStored)
    }
    const isStored = await db.company(scope.companyId, (sql) => markStored(sql, id))
    return isStored ? file : refuse(503, notStored)
  })
}
