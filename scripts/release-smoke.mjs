// Creates a release in an empty folder, runs it there with the embedded database, and ends it. Ends with exit code 1 when
// a file or package is missing.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root, run } from './install.mjs'

const startTimeoutMs = 120_000
const folder = mkdtempSync(path.join(tmpdir(), 'aichat-release-'))
const release = path.join(folder, 'release')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

run(process.execPath, [path.join(root, 'scripts/release.mjs'), '--folder', release])
const port = await findFreePort()
const env = {
  PATH: process.env.PATH,
  PORT: String(port),
  DATA_DIR: path.join(folder, 'data'),
  EMBEDDED_FSYNC: 'off',
}
const server = spawn(process.execPath, ['server/dist/main.js'], { cwd: release, env, stdio: 'inherit' })
process.on('exit', () => server.kill('SIGKILL'))
const problems = await findProblems()
for (const problem of problems) console.error(`  ${problem}`)
if (problems.length > 0) process.exit(1)
console.log('  A release runs in an empty folder')

async function findProblems() {
  const deadline = Date.now() + startTimeoutMs
  while (!isHealthy()) {
    if (server.exitCode !== null) return [`the server ended with exit code ${server.exitCode}`]
    if (Date.now() > deadline) return ['the server is not ready']
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const found = []
  for (const file of ['/login', '/widgets/loader.js', '/api/docs']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${file}`)
    if (status !== 200) found.push(`${file} answers ${status}`)
  }
  const { components } = JSON.parse(readFileSync(path.join(release, 'sbom.cdx.json'), 'utf8'))
  const names = new Set(components.map(({ name }) => name))
  for (const name of ['fastify', 'react', 'preact'])
    if (!names.has(name)) found.push(`The SBOM has no ${name}`)
  if (names.has('vitest')) found.push('The SBOM has packages for development')
  server.kill('SIGTERM')
  const [code] = await once(server, 'exit')
  if (code !== 0) found.push(`SIGTERM ended the server with exit code ${code}`)
  return found
}

function isHealthy() {
  return (
    spawnSync(process.execPath, ['deploy/healthcheck.mjs'], { cwd: release, env, stdio: 'ignore' }).status ===
    0
  )
}

function findFreePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => resolve(free))
    })
  })
}
