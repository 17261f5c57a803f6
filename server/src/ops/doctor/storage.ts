import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { openStorage } from '../../kit/storage/open-storage.ts'
import { readBytes } from '../../kit/storage/storage.ts'
import type { DoctorContext } from './doctor-context.ts'
import { bad, type Finding, getErrorMessage, ok } from './finding.ts'

const part = 'storage'

/** Writes, reads and removes a test object. */
export async function checkStorage({ settings }: DoctorContext): Promise<Finding[]> {
  const place = settings.s3
    ? `${settings.s3.bucket} at ${settings.s3.endpoint}`
    : path.join(settings.dataDir, 'files')
  const remedy = settings.s3
    ? 'Check S3_ENDPOINT, S3_BUCKET and the keys. The keys need permission to put, get and delete objects.'
    : 'Make the folder writable for the user that runs the product, and check the free disk space.'
  const storage = await openStorage(settings)
  const key = `doctor/${randomUUID()}.txt`
  const content = Buffer.from(`A test of ${new Date().toISOString()}`)
  let step = 'write'
  try {
    await storage.put(key, {
      open: () => Readable.from([content]),
      size: content.length,
      mime: 'text/plain',
    })
    step = 'read'
    const read = await readBytes(await storage.get(key), content.length)
    if (!content.equals(read)) return [bad(part, `${place} returns different content`, remedy)]
    step = 'delete'
    await storage.remove(key)
    return [ok(part, `${place} can be written, read and deleted`)]
  } catch (error) {
    return [bad(part, `failed to ${step} a file in ${place}: ${getErrorMessage(error)}`, remedy)]
  } finally {
    storage.close()
  }
}
