import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { openProxy, openRedis, type ProxyName } from './open-engines.ts'

/** Starts a separate Redis without persistence for the duration of the test. */
export async function startRedis() {
  const redis = await openRedis()
  onTestFinished(() => redis.close())
  return redis
}

/** Starts a separate PostgreSQL with fsync, as in production, for the duration of the test. */
export async function startPostgres(parent = tmpdir()) {
  const directory = mkdtempSync(path.join(parent, 'aichat-postgres-'))
  const port = await findFreePort()
  const version = readdirSync('/usr/lib/postgresql')
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
  const binaries = `/usr/lib/postgresql/${version}/bin`
  const data = path.join(directory, 'data')
  if (userInfo().uid === 0) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'postgres'])))
    chownSync(directory, uid as number, gid as number)
  }
  const settings = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1 -c max_connections=100`
  run(`${binaries}/initdb -A trust -U postgres -D ${data}`)
  start()
  onTestFinished(() => {
    run(`${binaries}/pg_ctl -D ${data} -m immediate -w stop`)
    rmSync(directory, { recursive: true, force: true })
  })

  function start(): void {
    run(`${binaries}/pg_ctl -D ${data} -o '${settings}' -w -l ${directory}/log start`)
  }
  /** PostgreSQL refuses to run as root. */
  function run(command: string): void {
    if (userInfo().uid === 0) execFileSync('su', ['postgres', '-c', command], { stdio: 'ignore', cwd: '/' })
    else execFileSync('sh', ['-c', command], { stdio: 'ignore' })
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Aborts all connections without a checkpoint, so that the next start recovers from the write-ahead log. */
    stopImmediately: () => run(`${binaries}/pg_ctl -D ${data} -m immediate -w stop`),
    start,
  }
}

/** Starts a proxy with the shipped configuration in front of processes on these ports. */
export async function startProxy(which: ProxyName, ports: [number, number]): Promise<{ url: string }> {
  const proxy = await openProxy(which, ports)
  onTestFinished(() => proxy.close())
  return proxy
}
