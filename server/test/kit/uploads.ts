import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** How many uploads of a text are being received. Other tests upload into the same directory. */
export function countUploads(content: string): number {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('aichat-upload-'))
  return folders.flatMap(readFiles).filter((text) => text !== '' && content.startsWith(text.slice(0, 1000)))
    .length
}

/** The texts of the files in a temporary folder, unless it has been removed meanwhile. */
function readFiles(folder: string): string[] {
  try {
    const entries = readdirSync(path.join(tmpdir(), folder), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'))
  } catch {
    return []
  }
}
