import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { environmentSchema } from '../../src/kit/process/settings.ts'

type Service = {
  image?: string
  environment?: Record<string, string>
  networks?: string[]
  command?: string | string[]
  entrypoint?: string[]
  mem_limit?: string
  ports?: string[]
}
type Network = { internal?: boolean; ipam?: { config: { subnet: string }[] } }
type Composition = { services: Record<string, Service>; networks: Record<string, Network> }

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const settingNames = new Set(Object.keys(environmentSchema.shape))
const example = read('.env.example')
const composeText = read('compose.yaml')
const compose = parse(composeText, { merge: true }) as Composition
const units = readdirSync(path.join(root, 'deploy')).filter((file) => file.endsWith('.service'))

function environmentOf(service: string): Record<string, string> {
  return compose.services[service]?.environment ?? {}
}

describe('.env.example', () => {
  test('uses only syntax that shells, Compose, systemd and Node read in the same way', () => {
    const lines = example.split('\n').filter((line) => line !== '' && !/^# /.test(line))
    const isPlain = (line: string) => /^#?[A-Z0-9_]+=(?:[\w.:/@,+=-]*|"[^"$`\\]*")$/.test(line)
    expect(lines.filter((line) => !isPlain(line))).toEqual([])
  })

  test('has every variable that compose.yaml reads, and no other one for it', () => {
    const [, composeOnly = ''] = example.split('# Read by compose.yaml alone.')
    const listed = [...composeOnly.matchAll(/^#?([A-Z0-9_]+)=/gm)]
      .map(([, name]) => name as string)
      .filter((name) => !name.startsWith('OTEL_'))
    const readByCompose = [...composeText.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name as string)
    const notSettings = readByCompose.filter((name) => !settingNames.has(name))
    expect([...new Set(notSettings)].sort()).toEqual(listed.sort())
  })
})

describe('compose.yaml', () => {
  test('sets variables that the server reads, with values that it accepts for any generated password', () => {
    const { PGPASSWORD, ...environment } = environmentOf('app-1')
    expect(PGPASSWORD).toBeDefined()
    expect(Object.keys(environment).filter((name) => !settingNames.has(name))).toEqual([])
    const secret = '0123456789abcdef0123456789abcdef'
    const values = Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{SITE_ADDRESS[^}]*\}/, 'chat.example.com')
        .replace(/\$\{WIDGET_ADDRESS:\+(.*)\$\{WIDGET_ADDRESS\}\}/, '$1widget.example.com')
        .replace(/\$\{[^}]*\}/, secret),
    ])
    expect(environmentSchema.safeParse(Object.fromEntries(values)).error).toBeUndefined()
  })

  test('has the password of PostgreSQL in no URL, because a generated one may contain a slash', () => {
    expect(composeText).not.toMatch(/:\/\/[^\s]*POSTGRES_PASSWORD/)
  })

  test('stops with a sentence when a secret is missing', () => {
    for (const name of [
      'APP_SECRET',
      'POSTGRES_PASSWORD',
      'REDIS_PASSWORD',
      'S3_SECRET_ACCESS_KEY',
      'SITE_ADDRESS',
    ])
      expect(composeText).toContain(`\${${name}:?set ${name} in .env}`)
  })

  test('trusts the subnet of the proxy only', () => {
    const subnet = compose.networks.front?.ipam?.config[0]?.subnet
    expect(environmentOf('app-1').TRUST_PROXY).toBe(subnet)
    const inFront = Object.entries(compose.services).filter(([, { networks }]) => networks?.includes('front'))
    expect(inFront.map(([name]) => name).sort()).toEqual(['app-1', 'app-2', 'proxy', 'worker'])
  })

  test('keeps the engines in a network without access to the internet', () => {
    expect(compose.networks.engines?.internal).toBe(true)
    for (const engine of ['postgres', 'redis', 'store', 'bucket'])
      expect(compose.services[engine]?.networks).toEqual(['engines'])
  })

  test('pins every image to an exact version and limits the memory of everything that stays', () => {
    for (const [name, { image, mem_limit }] of Object.entries(compose.services)) {
      expect(image, name).toMatch(/^(?:aichat:local|.+:.*\d.*)$/)
      if (name !== 'bucket') expect(mem_limit, name).toMatch(/^\d+[mg]$/)
    }
  })

  test('offers HTTP/3', () => {
    expect(compose.services.proxy?.ports).toContain('443:443/udp')
  })

  test('gives up with a sentence when the bucket cannot be created, and ends when it is', () => {
    const script = (compose.services.bucket?.entrypoint?.[2] ?? '').replaceAll('$$', '$')
    const refused = runScript(script, { mc: 'echo "Access denied" >&2; exit 1', sleep: 'exit 0' })
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The bucket could not be created'),
    })
    expect(runScript(script, { mc: 'exit 0', sleep: 'exit 0' })).toMatchObject({ status: 0, stderr: '' })
  })

  test('refuses a Redis password that a URL cannot contain', () => {
    const script = (compose.services.redis?.command?.[2] ?? '').replaceAll('$$', '$')
    const start = (REDIS_PASSWORD: string) =>
      runScript(script.replaceAll('/tmp/', '$TMPDIR/'), { 'redis-server': 'cat "$1"' }, { REDIS_PASSWORD })
    expect(start('ab/cd+e=')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('openssl rand -hex 32'),
    })
    expect(start('0a1b2c')).toMatchObject({ status: 0, stdout: 'requirepass 0a1b2c\n' })
  })
})

describe('postgres-init.sh', () => {
  test('creates the roles that the README names for an administrator', () => {
    const rolesOf = (text: string) => [...new Set(text.match(/CREATE ROLE aichat_\w+ NOLOGIN/g))].sort()
    expect(rolesOf(read('deploy/postgres-init.sh'))).toEqual(rolesOf(read('README.md')))
    expect(rolesOf(read('README.md'))).toHaveLength(4)
  })
})

describe('systemd units', () => {
  test('set variables that the server reads', () => {
    const set = units.flatMap((unit) => [...read(`deploy/${unit}`).matchAll(/(?<=[ =])([A-Z][A-Z0-9_]+)=/g)])
    const names = new Set(set.map(([, name]) => name as string))
    expect([...names].filter((name) => !settingNames.has(name))).toEqual(['NODE_ENV'])
  })

  test('have the same restrictions', () => {
    const restrictions = (unit: string) =>
      read(`deploy/${unit}`).match(
        /^(?:UMask|Protect|Private|Restrict|System|Lock|No|Cap|Ambient|Remove|Proc)\w*=.*$/gm,
      )
    // A backup parses no files, so it starts no child processes whose memory it limits.
    const forChildren = 'SystemCallFilter=setrlimit prlimit64'
    const expected = restrictions('aichat.service')
    expect(units).toHaveLength(4)
    for (const unit of units)
      expect(restrictions(unit), unit).toEqual(
        unit === 'aichat-backup.service' ? expected?.filter((line) => line !== forChildren) : expected,
      )
    expect(restrictions('aichat.service')).toEqual(
      expect.arrayContaining(['UMask=0077', 'ProtectKernelModules=yes', 'SystemCallFilter=@system-service']),
    )
  })

  test('listen on the ports that nginx.conf names', () => {
    const base = /PORT=(\d+)%i/.exec(read('deploy/aichat@.service'))?.[1]
    const upstream = [...read('deploy/nginx.conf').matchAll(/^ {2}server 127\.0\.0\.1:(\d+)/gm)].map(
      ([, port]) => port,
    )
    expect(upstream).toEqual([`${base}1`, `${base}2`])
  })
})

describe('the health check of the image', () => {
  /** A process on a free port. The other port is closed. */
  async function check(variable: 'PORT' | 'WORKER_PORT', status: number) {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/readyz' ? status : 404).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const child = spawn(process.execPath, [path.join(root, 'deploy/healthcheck.mjs')], {
      env: { PORT: '9', WORKER_PORT: '9', HOST: '0.0.0.0', [variable]: String(port) },
      stdio: 'ignore',
    })
    const [code] = await once(child, 'exit')
    return code
  }

  test.each(['PORT', 'WORKER_PORT'] as const)('follows %s', async (variable) => {
    expect(await check(variable, 200)).toBe(0)
    expect(await check(variable, 503)).toBe(1)
  })
})

/** Runs a script of compose.yaml with stand-ins for the programs of its image. */
function runScript(
  script: string,
  programs: Record<string, string>,
  environment: Record<string, string> = {},
) {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-script-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(path.join(directory, name), `#!/bin/sh\n${text}\n`)
    chmodSync(path.join(directory, name), 0o755)
  }
  try {
    const env = { PATH: `${directory}:${process.env.PATH}`, TMPDIR: directory, ...environment }
    const stdout = execFileSync('sh', ['-c', script], {
      env,
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 10_000,
    })
    return { status: 0, stdout, stderr: '' }
  } catch (error) {
    return error as { status: number; stdout: string; stderr: string }
  }
}
