import { readFailures } from '@aichat/contracts/ai/read-failures'
import type { Entry, ZipFile } from 'yauzl'
import { UnreadableContentError } from './unreadable-content-error.ts'

const limits = { entries: 2000, bytes: 100_000_000, ratio: 100 }

/**
 * Checks a zip file for zip bombs before it is unpacked: first the sizes in its directory, then the real sizes, because
 * the directory can be forged. `unreadable` is the message for a file that is not a zip file.
 * @throws UnreadableContentError
 */
export async function checkZip(bytes: Buffer, unreadable: string): Promise<void> {
  try {
    await check(bytes)
  } catch (error) {
    if (error instanceof UnreadableContentError) throw error
    throw new UnreadableContentError(unreadable)
  }
}

async function check(bytes: Buffer): Promise<void> {
  const zip = await open(bytes)
  if (zip.entryCount > limits.entries) refuseTooLarge()
  const entries = await listEntries(zip)
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (total > limits.bytes || total > Math.max(bytes.length, 10_000) * limits.ratio) refuseTooLarge()
  for (const entry of entries) await drain(zip, entry)
}

async function open(bytes: Buffer): Promise<ZipFile> {
  const { default: yauzl } = await import('yauzl')
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > limits.entries) reject(new UnreadableContentError(readFailures.unpackedTooLarge))
      else zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}

/** Unpacks an entry and discards the content. The stream fails when the entry is larger than its declared size. */
function drain(zip: ZipFile, entry: Entry): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      stream.on('end', resolve).on('error', reject).resume()
    })
  })
}

function refuseTooLarge(): never {
  throw new UnreadableContentError(readFailures.unpackedTooLarge)
}
