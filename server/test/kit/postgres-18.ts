import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { waitUntil } from './client.ts'
import { findFreePort, waitForPort } from './ports.ts'

/** The folder of initdb and postgres of PostgreSQL 18. Tests that need it are skipped where this is not set. */
const bin = process.env.POSTGRES_18_BIN ?? ''

/** Starts a separate PostgreSQL 18 server with the superuser admin and without passwords. */
export async function startPostgres18() {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-postgres-18-'))
  const data = path.join(directory, 'data')
  const user = unprivilegedUser(directory)
  const port = await findFreePort()
  execFileSync(path.join(bin, 'initdb'), ['-A', 'trust', '-U', 'admin', '-D', data], {
    ...user,
    stdio: 'ignore',
  })
  const options = ['-p', String(port), '-h', '127.0.0.1', '-k', directory, '-c', 'fsync=off']
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, ...options], { ...user, stdio: 'ignore' })
  const url = (name: string, database = name) => `postgres://${name}@127.0.0.1:${port}/${database}`
  await waitForPort(port)
  // The port is open before the server answers queries.
  await waitUntil(() => canConnect(url('admin', 'postgres')), Boolean)
  return {
    url,
    async close() {
      server.kill('SIGINT')
      await once(server, 'exit')
      rmSync(directory, { recursive: true })
    },
  }
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(directory: string): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {}
  const uid = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
  const gid = Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' }))
  chownSync(directory, uid, gid)
  return { uid, gid }
}
