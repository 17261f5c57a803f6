import { once } from 'node:events'
import { request } from 'node:http'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { BusyCompany } from '../../server/test/fixtures/busy-company.ts'
import { sleep } from '../../server/test/kit/client.ts'
import { copyDatabase } from '../../server/test/kit/database.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { buildServer } from '../../server/test/kit/server-process.ts'
import { repeatCount, runUnderLoad, startRestartableProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

const stops = 2 * repeatCount
const concurrency = 8

test('SIGTERM under load completes running requests and exits cleanly', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const node = startRestartableProcess({
    ...copy,
    port: await findFreePort(),
    environment: { LOG_LEVEL: 'fatal' },
  })
  await node.ready()
  const results = { complete: 0, refused: 0, broken: [] as string[] }
  const restartTimes: number[] = []
  const uploadStatuses: number[] = []
  let isOver = false

  await runUnderLoad(node.url, { name: 'stop' }, async (companies) => {
    const { owner, sessionIds } = companies[0] as BusyCompany
    const authorization = `Bearer ${owner.tokens.accessToken}`
    const sessionId = sessionIds[0]
    /** Requests a response of some hundred kilobytes, which an exit before its end would truncate. */
    const requestMessages = async () => {
      while (!isOver) {
        let status = 0
        try {
          const path = `/api/sessions/${sessionId}/messages?limit=500`
          const response = await fetch(node.url + path, { headers: { authorization } })
          status = response.status
          const { data } = await response.json()
          if (status === 200 && data.messages.length > 0) results.complete++
          else results.broken.push(`answered ${status}`)
        } catch (error) {
          // No process was listening, or an idle connection was closed, so the server had not received the request.
          if (status === 0 && isRefusal(error)) results.refused++
          else results.broken.push(`${status} ${(error as Error).cause ?? error}`)
          await sleep(20)
        }
      }
    }
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const requests = Array.from({ length: concurrency }, requestMessages)
    for (let round = 0; round < stops; round++) {
      await sleep(1000)
      const upload = await startUpload(`${node.url}/api/projects/${id}/agent/upload/file`, authorization)
      const startedAt = Date.now()
      const finish = async () => {
        await sleep(300)
        uploadStatuses.push(await upload.finish())
      }
      await Promise.all([node.restart(), finish()])
      restartTimes.push(Date.now() - startedAt)
    }
    await sleep(300)
    isOver = true
    await Promise.all(requests)
  })
  process.stdout.write(
    `  ${results.complete} complete responses, ${results.refused} refused; restarted within ${Math.max(...restartTimes)} ms\n`,
  )
  expect(uploadStatuses).toEqual(uploadStatuses.map(() => 201))
  expect(results.broken).toEqual([])
  expect(results.complete).toBeGreaterThan(20 * stops)
  expect(results.refused).toBeGreaterThan(0)
}, 600_000)

test('SIGTERM right after the start exits cleanly', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const node = startRestartableProcess({ ...copy, port: await findFreePort() })
  await node.ready()
  for (let round = 0; round < 5; round++) await node.restart()
}, 120_000)

/** Sends the first half of a request. `finish` sends the rest and returns the status of the response. */
async function startUpload(url: string, authorization: string): Promise<{ finish(): Promise<number> }> {
  const boundary = 'a-boundary'
  const headers = {
    authorization,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    // The server responds with 100 when it has received the headers.
    expect: '100-continue',
  }
  const call = request(url, { method: 'POST', headers })
  const status = new Promise<number>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode as number))
      response.on('error', reject)
    })
  })
  status.catch(() => {}) // awaited later
  const disposition = 'content-disposition: form-data; name="file"; filename="hours.txt"'
  call.flushHeaders()
  await Promise.race([once(call, 'continue'), status])
  call.write(`--${boundary}\r\n${disposition}\r\n\r\nWe open at nine`)
  return {
    finish() {
      call.end(` on weekdays.\r\n--${boundary}--\r\n`)
      return status
    },
  }
}

function isRefusal(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'UND_ERR_SOCKET'
}
