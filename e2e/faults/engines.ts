import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { pause } from '../../server/test/cast.ts'
import { freePort } from '../../server/test/server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A Redis of the test's own, which forgets everything when it ends. */
export async function startRedis() {
  const port = await freePort()
  let server = await open()
  onTestFinished(() => void server.kill('SIGKILL'))

  async function open(): Promise<ChildProcess> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const child = spawn('redis-server', args, { stdio: 'ignore' })
    await listening(port)
    return child
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    flush: () => void execFileSync('redis-cli', ['-p', String(port), 'flushall']),
    async kill(): Promise<void> {
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
    async start(): Promise<void> {
      server = await open()
    },
  }
}

/** A PostgreSQL of the test's own, with its log written through as an operator's is. */
export async function startPostgres() {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-postgres-'))
  const port = await freePort()
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
  /** PostgreSQL refuses to be anybody who may do everything. */
  function run(command: string): void {
    if (userInfo().uid === 0) execFileSync('su', ['postgres', '-c', command], { stdio: 'ignore', cwd: '/' })
    else execFileSync('sh', ['-c', command], { stdio: 'ignore' })
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** As a lost machine would leave it: no transaction is ended, nothing is written that was not. */
    stopAtOnce: () => run(`${binaries}/pg_ctl -D ${data} -m immediate -w stop`),
    start,
  }
}

/** The proxy as it is shipped, before processes of these ports. */
export async function startProxy(ports: [number, number]): Promise<{ url: string }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-proxy-'))
  const port = await freePort()
  const shipped = readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
  mkdirSync(path.join(directory, 'temporary'))
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/temporary/${name};`)
    .join('\n')
  const file = path.join(directory, 'nginx.conf')
  writeFileSync(
    file,
    `${userInfo().uid === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${directory}/pid;
     error_log ${directory}/error.log; events {}\nhttp { access_log off; ${folders}\n${shipped}\n}`,
  )
  const child = spawn('nginx', ['-c', file, '-e', path.join(directory, 'error.log')], { stdio: 'inherit' })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(directory, { recursive: true, force: true })
  })
  await listening(port)
  return { url: `http://127.0.0.1:${port}` }
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('close', () => socket.destroy())
      setTimeout(() => socket.end(), 50).unref()
    })
    if (isOpen) return
    await pause(25)
  }
  throw new Error(`Nothing listens on port ${port}`)
}
