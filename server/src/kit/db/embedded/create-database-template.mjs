// Run by the build as a process of its own: initdb inside WebAssembly takes 900 MB of memory and several seconds, which
// the first start of an installation is spared. Argument: the archive to write.
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { packDatabase } from './database-template.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'aichat-template-'))
const directory = path.join(folder, 'database')
try {
  const db = await PGlite.create(directory)
  await db.close()
  const archive = process.argv[2]
  const unfinished = `${archive}.${process.pid}`
  await packDatabase(directory, unfinished)
  // A server that starts meanwhile reads either the previous archive or this one.
  renameSync(unfinished, archive)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
