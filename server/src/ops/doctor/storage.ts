import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { bytesOf, openStorage } from '../../kit/storage/storage.ts'
import { bad, type Finding, getErrorMessage, ok } from './finding.ts'
import type { DoctorContext } from './run-doctor.ts'

const part = 'storage'

/** Writes, reads and removes an object of its own. */
export async function checkStorage({ settings }: DoctorContext): Promise<Finding[]> {
  const place = settings.s3
    ? `${settings.s3.bucket} at ${settings.s3.endpoint}`
    : path.join(settings.dataDir, 'files')
  const remedy = settings.s3
    ? 'Check S3_ENDPOINT, S3_BUCKET and the keys; the keys need to put, get and delete.'
    : 'Give the folder to the user who runs the product, and see that the disk has room.'
  const storage = await openStorage(settings)
  const key = `doctor/${randomUUID()}.txt`
  const content = Buffer.from(`A trial of ${new Date().toISOString()}`)
  let step = 'written'
  try {
    await storage.put(key, {
      open: () => Readable.from([content]),
      size: content.length,
      mime: 'text/plain',
    })
    step = 'read'
    const read = await bytesOf(await storage.get(key), content.length)
    if (!content.equals(read)) return [bad(part, `${place} gives back something else`, remedy)]
    step = 'removed'
    await storage.remove(key)
    return [ok(part, `${place} can be written, read and removed from`)]
  } catch (error) {
    return [bad(part, `nothing can be ${step} in ${place}: ${getErrorMessage(error)}`, remedy)]
  } finally {
    storage.close()
  }
}
