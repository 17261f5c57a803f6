import { createReadStream } from 'node:fs'
import { logoLimits, logoSentences } from '@aichat/contracts/widget/logo'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type FileType, fileTypes } from '../files/file-types.ts'
import type { StoredFile } from '../files/store.ts'
import { storeFile } from '../files/store-file.ts'
import { receiveFiles } from '../kit/http/multipart.ts'
import { refuse } from '../kit/http/refusal.ts'

const field = 'file'
const imageTypes = ['.png', '.jpg', '.gif', '.webp'].map((extension) => fileTypes[extension] as FileType)

/** Stores an uploaded logo, whose type is that of its content. It is deleted after 24 hours unless the draft uses it. */
export async function receiveLogo(
  app: Pick<App, 'db' | 'storage' | 'log' | 'settings'>,
  scope: { companyId: string; projectId: string },
  request: FastifyRequest,
): Promise<StoredFile> {
  let type: FileType | undefined
  const rules = {
    field,
    maxBytes: logoLimits.bytes,
    maxFiles: 1,
    skipsRefused: false,
    tooLarge: logoSentences.fileTooLarge,
    missing: logoSentences.fileMissing,
    inspect: () =>
      inspectImage((found) => {
        type = found
      }),
  }
  return receiveFiles(request, rules, async ([part]) => {
    if (!type || !part || !('file' in part)) refuse(400, logoSentences.fileMissing, field)
    const { name, path, size } = part.file
    const { mime, extension } = type
    const open = () => createReadStream(path)
    return storeFile(app, { ...scope, purpose: 'logo' }, { name, mime, extension, size, open })
  })
}

/** Checks the content for every type of image, because the name and the declared type may be wrong. */
function inspectImage(onType: (type: FileType) => void) {
  const checks = imageTypes.map((type) => ({ type, check: type.createContentCheck() }))
  let isEmpty = true
  return {
    see(chunk: Buffer) {
      isEmpty &&= chunk.length === 0
      for (const { check } of checks) check.update(chunk)
    },
    end() {
      if (isEmpty) refuse(400, logoSentences.fileEmpty, field)
      const found = checks.find(({ check }) => check.isValid())
      onType(found?.type ?? refuse(400, logoSentences.fileType, field))
    },
  }
}
