import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixtures, createPublishedProject } from './fixtures/fixtures.ts'
import { call } from './kit/client.ts'
import { startServer, type TestServer } from './kit/server.ts'

const former = 'aaaaaaaaaa'
const latest = 'bbbbbbbbbb'
const names = ['bridge.js', 'minimal-bundle.js', 'minimal-bundle.css', 'words-de.json']

const fixtures = createFixtures()
const getBeforeUpgrade = createServerWithBuilds(former)
const get = createServerWithBuilds(former, latest)

/** Requests a file of a server with these builds of the widget on its disk, of which it serves the last one. */
function createServerWithBuilds(...versions: string[]) {
  const root = mkdtempSync(path.join(tmpdir(), 'aichat-builds-'))
  let server: TestServer & { stop(): Promise<void> }
  beforeAll(async () => {
    symlinkSync(path.resolve(import.meta.dirname, '..'), path.join(root, 'server'))
    const dist = path.join(root, 'widget/dist')
    for (const version of versions) {
      mkdirSync(path.join(dist, version), { recursive: true })
      for (const name of names) writeFileSync(path.join(dist, version, name), `"${name} of ${version}"`)
      writeFileSync(path.join(dist, 'loader.js'), `"loader of ${version}"`)
      writeFileSync(path.join(dist, 'version'), version)
    }
    server = await startServer({}, { root })
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(root, { recursive: true })
  })
  return async (file: string) => {
    const { status, headers, text } = await call(server.url, 'GET', file)
    return { status, text, caching: headers.get('cache-control') }
  }
}

const stored = 'public, max-age=31536000, immutable'

test('the chat and all of its files are of one build, which browsers store for a year', async () => {
  const project = await createPublishedProject(await fixtures.signUp())
  const { text } = await fixtures.call('GET', `/widgets/frame/${project.publicKey}`)
  const addresses = [...text.matchAll(/\/widgets\/(\w+)\//g)].map(([, version]) => version)
  expect(addresses).toHaveLength(3)
  expect(new Set(addresses).size).toBe(1)

  for (const name of names)
    expect(await get(`/widgets/${latest}/${name}`)).toEqual({
      status: 200,
      text: `"${name} of ${latest}"`,
      caching: stored,
    })
  expect((await get('/widgets/loader.js')).caching).toBe('public, max-age=300')
  expect(await get('/widgets/minimal-bundle.js')).toMatchObject({
    text: `"minimal-bundle.js of ${latest}"`,
    caching: 'public, max-age=300',
  })
})

test('after an upgrade, a page with the former loader gets the former files', async () => {
  expect(await get(`/widgets/${former}/bridge.js`)).toEqual({
    status: 200,
    text: `"bridge.js of ${former}"`,
    caching: stored,
  })
  expect((await get('/widgets/loader.js')).text).toBe(`"loader of ${latest}"`)
})

test('where another process has a newer build, a file of it is replaced once and not stored', async () => {
  expect(await getBeforeUpgrade(`/widgets/${latest}/bridge.js`)).toEqual({
    status: 200,
    text: `"bridge.js of ${former}"`,
    caching: 'no-store',
  })
})

test('other addresses below the widget are not found, and are not stored', async () => {
  for (const file of [
    'version',
    `${latest}/nothing.js`,
    `${latest}/..%2fversion`,
    'x/..%2f..%2fpackage.json',
    latest,
  ]) {
    const { status, caching } = await get(`/widgets/${file}`)
    expect(status, file).toBe(404)
    expect(caching ?? '', file).not.toContain('immutable')
  }
})
