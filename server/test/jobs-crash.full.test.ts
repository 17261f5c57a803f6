import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KnowledgeItem } from '@aichat/contracts/knowledge'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { copyDatabase } from './database.ts'
import { docxOf } from './documents.ts'
import { embeddedTest as test } from './engine.ts'
import { signUp, sleep, waitUntil } from './fixtures.ts'
import { findFreePort } from './ports.ts'
import { buildServer, startProcess } from './server-process.ts'

const withinMs = 120_000

beforeAll(buildServer, 120_000)

/** Answers each page after a while, so that a kill hits the middle of a fetch. */
async function slowSite(): Promise<string> {
  const server = createServer((request, response) => {
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(
        `<html><head><title>${request.url}</title></head><body><p>We open at nine.</p></body></html>`,
      )
    }, 800)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a job that was running when the process was killed completes once after the next start', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const site = await slowSite()
  const place = { ...copy, port: await findFreePort(), fetchAllow: new URL(site).host }
  const url = `http://127.0.0.1:${place.port}`
  let server = startProcess(place)
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const owner = await signUp(url, 'acme')
  const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  const kb = `/api/projects/${id}/agent/kb`

  const items: KnowledgeItem[] = []
  for (let index = 0; index < 4; index++) {
    items.push(await owner.get('POST', kb, { type: 'url', url: `${site}/page-${index}` }))
  }
  const form = new FormData()
  const paragraphs = Array.from(
    { length: 4000 },
    (_, index) => `Paragraph ${index} says that we open at nine.`,
  )
  form.append('file', new Blob([new Uint8Array(docxOf(paragraphs))]), 'long.docx')
  const sent = await fetch(`${url}/api/projects/${id}/agent/upload/file`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${owner.tokens.accessToken}` },
  })
  const { data: file } = await sent.json()
  items.push(await owner.get('POST', kb, { type: 'file', ...file }))
  for (const item of items) owner.call('PATCH', `${kb}/${item.id}/embedded`).catch(() => {}) // cut by the kill

  // Twice, the second time while it takes up what the first kill left.
  for (const after of [700, 500]) {
    await sleep(after)
    await server.kill('SIGKILL')
    server = startProcess(place)
    await server.ready
  }
  const begun = Date.now()
  const look = (): Promise<KnowledgeItem[]> => owner.get('GET', kb)
  const isDone = (list: KnowledgeItem[]) => list.every(({ stage }) => stage === null)
  for (;;) {
    const list = await look()
    if (isDone(list)) break
    if (Date.now() - begun > withinMs)
      throw new Error(`still ${JSON.stringify(list.map((one) => one.stage))}`)
    await sleep(500)
  }
  process.stdout.write(`  all done ${Date.now() - begun} ms after the start\n`)
  const list = await look()
  expect(list.map(({ status }) => status)).toEqual(items.map(() => 'embedded'))
  expect(list.map(({ chunks }) => chunks).slice(1)).toEqual([1, 1, 1, 1])
  expect(list[0]?.chunks).toBeGreaterThan(100)
  // Nothing comes after: what a dead process held is given out again, and finds nothing to do.
  await sleep(3000)
  expect(await look()).toEqual(list)
  await waitUntil(look, isDone)
  await server.kill('SIGTERM')
}, 200_000)
