import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { findFreePort, waitForPort } from '../../server/test/kit/ports.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Starts a separate Redis without persistence. */
export async function openRedis() {
  const port = await findFreePort()
  let server = await open()

  async function open(): Promise<ChildProcess> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const child = spawn('redis-server', args, { stdio: 'ignore' })
    await waitForPort(port)
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
    close: () => void server.kill('SIGKILL'),
  }
}

export const proxies = ['nginx', 'Caddy'] as const
export type ProxyName = (typeof proxies)[number]

/** Starts a proxy with the shipped configuration in front of processes on these ports. */
export async function openProxy(which: ProxyName, ports: [number, number]) {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-proxy-'))
  const port = await findFreePort()
  const child = which === 'nginx' ? startNginx(directory, port, ports) : startCaddy(directory, port, ports)
  await waitForPort(port)
  return {
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      child.kill('SIGTERM')
      // Caddy waits for long-polling clients.
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 1000)
      await once(child, 'exit')
      clearTimeout(killTimer)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function startNginx(directory: string, port: number, ports: [number, number]): ChildProcess {
  const shipped = readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    // The tests use neither TLS nor the redirect to it.
    .replace(/server \{\n {2}listen 80;[\s\S]*?\n\}\n/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:443 ssl http2;', '')
    .replace(/^ *ssl_.*\n/gm, '')
  mkdirSync(path.join(directory, 'temporary'))
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/temporary/${name};`)
    .join('\n')
  const file = path.join(directory, 'nginx.conf')
  writeFileSync(
    file,
    `${userInfo().uid === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${directory}/pid;
     error_log ${directory}/error.log; events { worker_connections 20000; }\nhttp { access_log off; ${folders}\n${shipped}\n}`,
  )
  return spawn('nginx', ['-c', file, '-e', path.join(directory, 'error.log')], { stdio: 'inherit' })
}

function startCaddy(directory: string, port: number, ports: [number, number]): ChildProcess {
  const shipped = readFileSync(path.join(root, 'deploy/Caddyfile'), 'utf8')
    .replace('app-1:3000', `127.0.0.1:${ports[0]}`)
    .replace('app-2:3000', `127.0.0.1:${ports[1]}`)
  const file = path.join(directory, 'Caddyfile')
  writeFileSync(file, `{\nadmin off\nlog {\nlevel ERROR\n}\n}\n${shipped}`)
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { SITE_ADDRESS: `http://127.0.0.1:${port}`, HOME: directory, PATH: process.env.PATH },
    stdio: 'ignore',
  })
}
