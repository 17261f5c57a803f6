import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Settings } from '../process/settings.ts'
import { openS3 } from './s3-storage.ts'
import { isStorageKey, type Storage } from './storage.ts'

export async function openStorage(settings: Settings): Promise<Storage> {
  return settings.s3 ? openS3(settings.s3) : openDirectory(path.join(settings.dataDir, 'files'))
}

function openDirectory(root: string): Storage {
  const toPath = (key: string) => {
    if (!isStorageKey(key)) throw new Error('Not a key of this storage')
    return path.join(root, key)
  }
  return {
    bucket: 'local',
    async put(key, { open }) {
      const filePath = toPath(key)
      const partialPath = `${filePath}.part`
      await mkdir(path.dirname(filePath), { recursive: true })
      try {
        await pipeline(open(), createWriteStream(partialPath, { flush: true }))
        await rename(partialPath, filePath)
      } catch (error) {
        await rm(partialPath, { force: true })
        throw error
      }
    },
    async get(key) {
      const filePath = toPath(key)
      if (!existsSync(filePath)) throw new Error('There is no such object')
      return createReadStream(filePath)
    },
    async remove(key) {
      await rm(toPath(key), { force: true })
      await rm(`${toPath(key)}.part`, { force: true })
    },
    close() {},
  }
}
