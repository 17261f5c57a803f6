import { readFailures } from '@aichat/contracts/ai/read-failures'
import { findDeclaredCharset } from '../../kit/http/html-charset.ts'
import { checkZip } from './check-zip.ts'
import { readHtml, readPage } from './html/read-page.ts'
import type { StructuredText } from './outline.ts'
import { readCsv } from './read-csv.ts'
import { readMarkdown } from './read-markdown.ts'
import { readPdf } from './read-pdf.ts'
import { readText } from './read-text.ts'
import { readXlsx } from './read-xlsx.ts'
import { UnreadableContentError } from './unreadable-content-error.ts'

export type ReadableFile = { name: string; bytes: Uint8Array }

/**
 * Parses an uploaded file by its extension. The content is untrusted, so call it in a child process only. The library of a format
 * is imported when a file needs it: importing all of them takes longer than reading a short file.
 */
export async function readFile({ name, bytes }: ReadableFile): Promise<StructuredText> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const extension = name.toLowerCase().slice(name.lastIndexOf('.'))
  if (extension === '.pdf') return readPdf(bytes, name)
  if (extension === '.docx') return readDocx(buffer, name)
  if (extension === '.doc') return readDoc(buffer, name)
  if (extension === '.xlsx') return readXlsx(buffer, name)
  if (extension === '.html' || extension === '.htm') {
    return readPage({ url: name, type: 'text/html', text: decode(buffer, findDeclaredCharset(buffer)) })
  }
  const text = decode(buffer)
  if (extension === '.csv') return readCsv(text, name)
  if (extension === '.md' || extension === '.markdown') return readMarkdown(text, name)
  return readText(text, name)
}

const unreadableWord = 'The file could not be read as a Word document.'

async function readDocx(buffer: Buffer, name: string): Promise<StructuredText> {
  await checkZip(buffer, unreadableWord)
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth
    .convertToHtml(
      { buffer },
      {
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    .catch(() => {
      throw new UnreadableContentError(unreadableWord)
    })
  return readHtml(value, name)
}

/** The old Word format has no reliable headings, so each line becomes a paragraph. */
async function readDoc(buffer: Buffer, name: string): Promise<StructuredText> {
  const { default: WordExtractor } = await import('word-extractor')
  const document = await new WordExtractor().extract(buffer).catch(() => {
    throw new UnreadableContentError(unreadableWord)
  })
  const text = [document.getBody(), document.getFootnotes(), document.getTextboxes()].join('\n')
  const paragraphs = text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  return { title: name, sections: [{ heading: '', headings: [], paragraphs }] }
}

function decode(bytes: Buffer, declared: string | null = null): string {
  for (const encoding of [markOf(bytes) ?? declared ?? 'utf-8', 'utf-8', 'windows-1252']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Try the next encoding. windows-1252 accepts every byte.
    }
  }
  throw new UnreadableContentError(readFailures.fileAsText)
}

/** The encoding that the byte order mark of a file stands for. */
function markOf(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 3).toString('hex')
  if (start.startsWith('feff')) return 'utf-16be'
  if (start.startsWith('fffe')) return 'utf-16le'
  return start === 'efbbbf' ? 'utf-8' : null
}
