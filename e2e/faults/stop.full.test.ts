import { once } from 'node:events'
import { request } from 'node:http'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { BusyCompany } from '../../server/test/busy-company.ts'
import { copyDatabase } from '../../server/test/database.ts'
import { sleep } from '../../server/test/fixtures.ts'
import { findFreePort } from '../../server/test/ports.ts'
import { buildServer } from '../../server/test/server-process.ts'
import { keptProcess, times, underLoad } from './under-load.ts'

beforeAll(buildServer, 120_000)

const stops = 2 * times
const askers = 8

test('SIGTERM under load completes running requests and exits cleanly', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const node = keptProcess({ ...copy, port: await findFreePort(), environment: { LOG_LEVEL: 'fatal' } })
  await node.ready()
  const found = { whole: 0, refused: 0, broken: [] as string[] }
  const took: number[] = []
  const begunBefore: number[] = []
  let isOver = false

  await underLoad(node.url, { name: 'stop' }, async (companies) => {
    const { owner, sessionIds } = companies[0] as BusyCompany
    const authorization = `Bearer ${owner.tokens.accessToken}`
    const sessionId = sessionIds[0]
    /** An answer of some hundred kilobytes, which a hurried end would cut. */
    const ask = async () => {
      while (!isOver) {
        let status = 0
        try {
          const path = `/api/sessions/${sessionId}/messages?limit=500`
          const response = await fetch(node.url + path, { headers: { authorization } })
          status = response.status
          const { data } = await response.json()
          if (status === 200 && data.messages.length > 0) found.whole++
          else found.broken.push(`answered ${status}`)
        } catch (error) {
          // No process was listening, or an idle connection was closed: no request had begun.
          if (status === 0 && isRefusal(error)) found.refused++
          else found.broken.push(`${status} ${(error as Error).cause ?? error}`)
          await sleep(20)
        }
      }
    }
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const asking = Array.from({ length: askers }, ask)
    for (let round = 0; round < stops; round++) {
      await sleep(1000)
      const upload = await beginUpload(`${node.url}/api/projects/${id}/agent/upload/file`, authorization)
      const begun = Date.now()
      const finish = async () => {
        await sleep(300)
        begunBefore.push(await upload.finish())
      }
      await Promise.all([node.restart(), finish()])
      took.push(Date.now() - begun)
    }
    await sleep(300)
    isOver = true
    await Promise.all(asking)
  })
  process.stdout.write(
    `  ${found.whole} whole answers, ${found.refused} refused; stopped and back within ${Math.max(...took)} ms\n`,
  )
  expect(begunBefore).toEqual(begunBefore.map(() => 201))
  expect(found.broken).toEqual([])
  expect(found.whole).toBeGreaterThan(20 * stops)
  expect(found.refused).toBeGreaterThan(0)
}, 600_000)

test('SIGTERM right after the start exits cleanly', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const node = keptProcess({ ...copy, port: await findFreePort() })
  await node.ready()
  for (let round = 0; round < 5; round++) await node.restart()
}, 120_000)

/** A request of which half has arrived. The rest comes with `finish`, which answers the status. */
async function beginUpload(url: string, authorization: string): Promise<{ finish(): Promise<number> }> {
  const boundary = 'a-boundary'
  const headers = {
    authorization,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    // It logs when it has received the request.
    expect: '100-continue',
  }
  const call = request(url, { method: 'POST', headers })
  const answered = new Promise<number>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode as number))
      response.on('error', reject)
    })
  })
  answered.catch(() => {}) // awaited later
  const disposition = 'content-disposition: form-data; name="file"; filename="hours.txt"'
  call.flushHeaders()
  await Promise.race([once(call, 'continue'), answered])
  call.write(`--${boundary}\r\n${disposition}\r\n\r\nWe open at nine`)
  return {
    finish() {
      call.end(` on weekdays.\r\n--${boundary}--\r\n`)
      return answered
    },
  }
}

function isRefusal(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'UND_ERR_SOCKET'
}
