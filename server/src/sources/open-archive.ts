import { knowledgeImportTypes, knowledgeLimits } from '@aichat/contracts/ai/knowledge'
import { readFailures } from '@aichat/contracts/ai/read-failures'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { checkZip } from '../knowledge/read/check-zip.ts'
import { UnreadableContentError } from '../knowledge/read/unreadable-content-error.ts'

export type Archive = {
  /** The paths of the documents; other files, hidden ones and folders are left out. */
  paths: string[]
  /** Null when the archive has no such document. @throws UnreadableContentError */
  read(path: string): Promise<Buffer | null>
}

const unreadable = 'The file could not be read as a .zip archive.'
const maxPathLength = 500

/** Opens an archive after checking it for zip bombs. @throws UnreadableContentError */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  await checkZip(bytes, unreadable)
  const zip = await open(bytes)
  const entries = await listEntries(zip)
  const documents = new Map(
    entries.filter(({ fileName }) => isDocument(fileName)).map((entry) => [toPath(entry.fileName), entry]),
  )
  return {
    paths: [...documents.keys()].toSorted(),
    read: async (path) => {
      const entry = documents.get(path)
      if (!entry) return null
      if (entry.uncompressedSize > knowledgeLimits.fileBytes)
        throw new UnreadableContentError(readFailures.fileTooLarge)
      return readEntry(zip, entry)
    },
  }
}

/** PostgreSQL stores no U+0000, and no halves of surrogate pairs. */
function toPath(fileName: string): string {
  return fileName.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd')
}

function isDocument(path: string): boolean {
  if (path.length > maxPathLength || /(?:^|\/)(?:\.|__MACOSX\/)/.test(path)) return false
  return Object.keys(knowledgeImportTypes).some((extension) => path.toLowerCase().endsWith(extension))
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(
      bytes,
      { lazyEntries: true, validateEntrySizes: true, autoClose: false },
      (error, zip) => (error ? reject(new UnreadableContentError(unreadable)) : resolve(zip)),
    )
  })
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', () => reject(new UnreadableContentError(unreadable)))
    zip.readEntry()
  })
}

function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new UnreadableContentError(unreadable))
    zip.openReadStream(entry, (error, stream) => {
      if (error) return fail()
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => resolve(Buffer.concat(parts)))
      stream.on('error', fail)
    })
  })
}
