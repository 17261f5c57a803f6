/** A kind of file: the end of its name, its type, and what its content has to check like. */
export type FileType = { extension: string; mime: string; createContentCheck(): ContentCheck }
/** Is shown the content part by part. */
type ContentCheck = { update(part: Buffer): void; isValid(): boolean }

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
    // A zip with a Word document in it: the names inside a zip are not compressed.
    createContentCheck: () =>
      allOf(
        startMatches((bytes) => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))),
        contains('word/document'),
      ),
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
  '.txt': { extension: '.txt', mime: 'text/plain', createContentCheck: isText },
  '.csv': { extension: '.csv', mime: 'text/plain', createContentCheck: isText },
  '.log': { extension: '.log', mime: 'text/plain', createContentCheck: isText },
  '.md': { extension: '.md', mime: 'text/plain', createContentCheck: isText },
  '.png': imageType('.png', 'image/png', /^89504e470d0a1a0a/),
  '.jpg': imageType('.jpg', 'image/jpeg', /^ffd8ff/),
  '.jpeg': imageType('.jpeg', 'image/jpeg', /^ffd8ff/),
  '.gif': imageType('.gif', 'image/gif', /^47494638(?:37|39)61/),
  '.webp': imageType('.webp', 'image/webp', /^52494646.{8}57454250565038/),
}

/** `beginning` in hexadecimal digits. */
function imageType(extension: string, mime: string, beginning: RegExp): FileType {
  const createContentCheck = () => startMatches((bytes) => beginning.test(bytes.toString('hex', 0, 16)))
  return { extension, mime, createContentCheck }
}

function startMatches(isValid: (bytes: Buffer) => boolean): ContentCheck {
  let bytes = Buffer.alloc(0)
  return {
    update(part) {
      if (bytes.length < maxStartBytes) bytes = Buffer.concat([bytes, part.subarray(0, maxStartBytes)])
    },
    isValid: () => isValid(bytes.subarray(0, maxStartBytes)),
  }
}

function contains(wanted: string | Buffer): ContentCheck {
  let isFound = false
  let tail = Buffer.alloc(0)
  return {
    update(part) {
      if (isFound) return
      const joined = Buffer.concat([tail, part])
      isFound = joined.includes(wanted)
      tail = joined.subarray(-wanted.length * 2)
    },
    isValid: () => isFound,
  }
}

function allOf(one: ContentCheck, other: ContentCheck): ContentCheck {
  return {
    update(part) {
      one.update(part)
      other.update(part)
    },
    isValid: () => one.isValid() && other.isValid(),
  }
}

/** No text holds the lowest control characters, unless it is UTF-16 and says so at its start. */
function isText(): ContentCheck {
  let isFirst = true
  let isWide = false
  let isValid = true
  return {
    update(part) {
      if (isFirst) isWide = /^(?:fffe|feff)/.test(part.subarray(0, 2).toString('hex'))
      isFirst = false
      isValid &&= isWide || part.every((byte) => byte > 8 && (byte < 14 || byte > 25))
    },
    isValid: () => isValid && !isFirst,
  }
}
