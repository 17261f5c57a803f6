// Plain JavaScript, because the worker thread of the embedded database runs it and Node 20 loads no TypeScript there.
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'

/** Writes a cleanly closed database directory into one compressed archive. */
export async function packDatabase(directory, archive) {
  const pack = tar.pack()
  const written = pipeline(pack, createGzip(), createWriteStream(archive))
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    const name = path.relative(directory, file)
    if (entry.isDirectory()) pack.entry({ name, type: 'directory', mode: 0o700 })
    else pack.entry({ name, mode: 0o600 }, await readFile(file))
  }
  pack.finalize()
  await written
}

/**
 * Unpacks the archive into a directory that does not exist yet. The directory appears complete or not at all, so that a
 * process killed in the middle leaves no half of a database.
 */
export async function unpackDatabase(archive, directory) {
  const unfinished = `${directory}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const extract = tar.extract()
  const read = pipeline(createReadStream(archive), createGunzip(), extract)
  // A damaged archive ends the loop below with the same error.
  read.catch(() => {})
  for await (const entry of extract) {
    const file = path.join(unfinished, entry.header.name)
    if (entry.header.type === 'directory') await mkdir(file, { recursive: true, mode: 0o700 })
    else await writeEntry(entry, file)
    entry.resume()
  }
  await read
  renameSync(unfinished, directory)
}

async function writeEntry(entry, file) {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await pipeline(entry, createWriteStream(file, { mode: 0o600 }))
}
