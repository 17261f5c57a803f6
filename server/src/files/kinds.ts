/** A kind of file: the end of its name, its type, and what its content has to look like. */
export type Kind = { extension: string; mime: string; looksRight(): Look }
/** Is shown the content part by part. */
type Look = { see(part: Buffer): void; isRight(): boolean }

const startBytes = 1024

export const kinds: Record<string, Kind> = {
  '.pdf': {
    extension: '.pdf',
    mime: 'application/pdf',
    looksRight: () => start((bytes) => bytes.includes('%PDF-')),
  },
  '.docx': {
    extension: '.docx',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    // A zip with a Word document in it: the names inside a zip are not compressed.
    looksRight: () =>
      both(
        start((bytes) => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))),
        contains('word/document'),
      ),
  },
  '.doc': {
    extension: '.doc',
    mime: 'application/msword',
    looksRight: () =>
      both(
        start((bytes) => bytes.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))),
        contains(Buffer.from('WordDocument', 'utf16le')),
      ),
  },
  '.txt': { extension: '.txt', mime: 'text/plain', looksRight: text },
  '.csv': { extension: '.csv', mime: 'text/plain', looksRight: text },
  '.log': { extension: '.log', mime: 'text/plain', looksRight: text },
  '.md': { extension: '.md', mime: 'text/plain', looksRight: text },
  '.png': picture('.png', 'image/png', /^89504e470d0a1a0a/),
  '.jpg': picture('.jpg', 'image/jpeg', /^ffd8ff/),
  '.jpeg': picture('.jpeg', 'image/jpeg', /^ffd8ff/),
  '.gif': picture('.gif', 'image/gif', /^47494638(?:37|39)61/),
  '.webp': picture('.webp', 'image/webp', /^52494646.{8}57454250565038/),
}

/** `beginning` in hexadecimal digits. */
function picture(extension: string, mime: string, beginning: RegExp): Kind {
  const looksRight = () => start((bytes) => beginning.test(bytes.toString('hex', 0, 16)))
  return { extension, mime, looksRight }
}

function start(isRight: (bytes: Buffer) => boolean): Look {
  let bytes = Buffer.alloc(0)
  return {
    see(part) {
      if (bytes.length < startBytes) bytes = Buffer.concat([bytes, part.subarray(0, startBytes)])
    },
    isRight: () => isRight(bytes.subarray(0, startBytes)),
  }
}

function contains(wanted: string | Buffer): Look {
  let isFound = false
  let tail = Buffer.alloc(0)
  return {
    see(part) {
      if (isFound) return
      const joined = Buffer.concat([tail, part])
      isFound = joined.includes(wanted)
      tail = joined.subarray(-wanted.length * 2)
    },
    isRight: () => isFound,
  }
}

function both(one: Look, other: Look): Look {
  return {
    see(part) {
      one.see(part)
      other.see(part)
    },
    isRight: () => one.isRight() && other.isRight(),
  }
}

/** No text holds the lowest control characters, unless it is UTF-16 and says so at its start. */
function text(): Look {
  let isFirst = true
  let isWide = false
  let isRight = true
  return {
    see(part) {
      if (isFirst) isWide = /^(?:fffe|feff)/.test(part.subarray(0, 2).toString('hex'))
      isFirst = false
      isRight &&= isWide || part.every((byte) => byte > 8 && (byte < 14 || byte > 25))
    },
    isRight: () => isRight && !isFirst,
  }
}
