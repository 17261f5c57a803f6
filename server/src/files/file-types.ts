/** A file type: its extension, its media type, and the check of its content. */
export type FileType = { extension: string; mime: string; createContentCheck(): ContentCheck }
/** A check that receives the content in chunks. */
type ContentCheck = { update(chunk: Buffer): void; isValid(): boolean }

const maxStartBytes = 1024

export const fileTypes: Record<string, FileType> = {
  '.pdf': {
    extension: '.pdf',
    mime: 'application/pdf',
    createContentCheck: () => startMatches((bytes) => bytes.includes('%PDF-')),
  },
  '.docx': {
    extension: '.docx',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    createContentCheck: () => zipWith('word/document'),
  },
  '.xlsx': {
    extension: '.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    createContentCheck: () => zipWith('xl/workbook'),
  },
  '.doc': {
    extension: '.doc',
    mime: 'application/msword',
    createContentCheck: () =>
      allOf(
        startMatches((bytes) => bytes.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))),
        contains(Buffer.from('WordDocument', 'utf16le')),
      ),
  },
  '.zip': {
    extension: '.zip',
    mime: 'application/zip',
    createContentCheck: () => startMatches((bytes) => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))),
  },
  '.txt': { extension: '.txt', mime: 'text/plain', createContentCheck: isText },
  '.csv': { extension: '.csv', mime: 'text/plain', createContentCheck: isText },
  '.log': { extension: '.log', mime: 'text/plain', createContentCheck: isText },
  '.md': { extension: '.md', mime: 'text/plain', createContentCheck: isText },
  '.markdown': { extension: '.markdown', mime: 'text/plain', createContentCheck: isText },
  '.html': { extension: '.html', mime: 'text/plain', createContentCheck: isText },
  '.htm': { extension: '.htm', mime: 'text/plain', createContentCheck: isText },
  '.png': imageType('.png', 'image/png', /^89504e470d0a1a0a/),
  '.jpg': imageType('.jpg', 'image/jpeg', /^ffd8ff/),
  '.jpeg': imageType('.jpeg', 'image/jpeg', /^ffd8ff/),
  '.gif': imageType('.gif', 'image/gif', /^47494638(?:37|39)61/),
  '.webp': imageType('.webp', 'image/webp', /^52494646.{8}57454250565038/),
}

/** `signature` matches the first bytes in hexadecimal. */
function imageType(extension: string, mime: string, signature: RegExp): FileType {
  const createContentCheck = () => startMatches((bytes) => signature.test(bytes.toString('hex', 0, 16)))
  return { extension, mime, createContentCheck }
}

function startMatches(isValid: (bytes: Buffer) => boolean): ContentCheck {
  let bytes = Buffer.alloc(0)
  return {
    update(chunk) {
      if (bytes.length < maxStartBytes) bytes = Buffer.concat([bytes, chunk.subarray(0, maxStartBytes)])
    },
    isValid: () => isValid(bytes.subarray(0, maxStartBytes)),
  }
}

function contains(pattern: string | Buffer): ContentCheck {
  let isFound = false
  let tail = Buffer.alloc(0)
  return {
    update(chunk) {
      if (isFound) return
      const joined = Buffer.concat([tail, chunk])
      isFound = joined.includes(pattern)
      tail = joined.subarray(-pattern.length * 2)
    },
    isValid: () => isFound,
  }
}

/** A ZIP archive that contains a file; file names in a ZIP archive are not compressed. */
function zipWith(path: string): ContentCheck {
  return allOf(
    startMatches((bytes) => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))),
    contains(path),
  )
}

function allOf(one: ContentCheck, other: ContentCheck): ContentCheck {
  return {
    update(chunk) {
      one.update(chunk)
      other.update(chunk)
    },
    isValid: () => one.isValid() && other.isValid(),
  }
}

/** Text contains no low control characters, unless it is UTF-16 with a byte order mark. */
function isText(): ContentCheck {
  let isFirst = true
  let isUtf16 = false
  let isValid = true
  return {
    update(chunk) {
      if (isFirst) isUtf16 = /^(?:fffe|feff)/.test(chunk.subarray(0, 2).toString('hex'))
      isFirst = false
      isValid &&= isUtf16 || chunk.every((byte) => byte > 8 && (byte < 14 || byte > 25))
    },
    isValid: () => isValid && !isFirst,
  }
}
