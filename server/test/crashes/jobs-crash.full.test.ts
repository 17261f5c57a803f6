import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { docxOf } from '../code/documents.ts'
import { signUp, sleep, upload, waitUntil } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { embeddedTest as test } from '../kit/engine.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'

const maxWaitMs = 120_000

beforeAll(buildServer, 120_000)

/** Starts a website that delays each response, so that a kill interrupts a fetch. */
async function startSlowSite(): Promise<string> {
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
  const site = await startSlowSite()
  const options = { ...copy, port: await findFreePort(), fetchAllow: new URL(site).host }
  const url = `http://127.0.0.1:${options.port}`
  let server = startProcess(options)
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const owner = await signUp(url, 'acme')
  const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  const kb = `/api/projects/${id}/agent/kb`

  const items: KnowledgeItem[] = []
  for (let index = 0; index < 4; index++) {
    items.push(await owner.get('POST', kb, { type: 'url', url: `${site}/page-${index}` }))
  }
  const paragraphs = Array.from(
    { length: 4000 },
    (_, index) => `Paragraph ${index} says that we open at nine.`,
  )
  const file = { name: 'long.docx', content: docxOf(paragraphs) }
  const path = `/api/projects/${id}/agent/upload/file`
  const { body } = await upload(url, path, owner.tokens.accessToken, [file])
  items.push(await owner.get('POST', kb, { type: 'file', ...body.data }))
  for (const item of items) owner.call('PATCH', `${kb}/${item.id}/embedded`).catch(() => {}) // cut by the kill

  // The second kill interrupts the recovery from the first one.
  for (const after of [700, 500]) {
    await sleep(after)
    await server.kill('SIGKILL')
    server = startProcess(options)
    await server.ready
  }
  const startedAt = Date.now()
  const listItems = (): Promise<KnowledgeItem[]> => owner.get('GET', kb)
  const isDone = (list: KnowledgeItem[]) => list.every(({ stage }) => stage === null)
  for (;;) {
    const list = await listItems()
    if (isDone(list)) break
    if (Date.now() - startedAt > maxWaitMs)
      throw new Error(`still ${JSON.stringify(list.map((one) => one.stage))}`)
    await sleep(500)
  }
  process.stdout.write(`  all done ${Date.now() - startedAt} ms after the start\n`)
  const list = await listItems()
  expect(list.map(({ status }) => status)).toEqual(items.map(() => 'embedded'))
  expect(list.map(({ chunks }) => chunks).slice(1)).toEqual([1, 1, 1, 1])
  expect(list[0]?.chunks).toBeGreaterThan(100)
  // The jobs of the killed processes run again when their leases expire, and change nothing.
  await sleep(3000)
  expect(await listItems()).toEqual(list)
  await waitUntil(listItems, isDone)
  await server.kill('SIGTERM')
}, 200_000)
