import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPublishedProject } from '../../../test/fixtures/fixtures.ts'
import { call, signUp, upload, waitUntil } from '../../../test/kit/client.ts'
import { access, startObjectStore } from '../../../test/kit/s3-store.ts'
import { serverForThisTest } from '../../../test/kit/server.ts'
import type { Settings } from '../process/settings.ts'
import { openStorage } from './open-storage.ts'
import { readBytes, type Storage } from './storage.ts'

/** A store that fails or does not answer. */
async function badStore(
  answer: (count: number) => number | 'silence' | 'reset',
): Promise<NonNullable<Settings['s3']>> {
  let count = 0
  return serve((request, response) => {
    request.resume()
    const what = answer(++count)
    if (what === 'reset') request.socket.destroy()
    else if (what !== 'silence') response.writeHead(what).end()
  })
}

/** The settings of a store that answers with this listener. */
async function serve(listener: RequestListener): Promise<NonNullable<Settings['s3']>> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { ...access, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function folder(): Promise<Storage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-files-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return openStorage({ s3: null, dataDir } as Settings)
}
const s3 = async () => openStorage({ s3: await startObjectStore() } as Settings)

describe.each([
  ['a folder', folder],
  ['an S3-compatible store', s3],
])('%s', (_, open) => {
  const key = 'company/project/0190.txt'

  test('stores, replaces and removes content byte for byte', async () => {
    const storage = await open()
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256))
    for (const content of [bytes, Buffer.from('shorter')]) {
      await storage.put(key, {
        open: () => Readable.from([content]),
        size: content.length,
        mime: 'text/plain',
      })
      expect(Buffer.from(await readBytes(await storage.get(key), 1_000_000)).equals(content)).toBe(true)
    }
    await expect(readBytes(await storage.get(key), 3)).rejects.toThrow('larger than it may be')
    await storage.remove(key)
    await storage.remove(key)
    await expect(storage.get(key)).rejects.toThrow()
    storage.close()
  })

  test('rejects when the content breaks off', async () => {
    const storage = await open()
    const broken = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new Error('broken off')
        })(),
      )
    await expect(storage.put(key, { open: broken, size: 8, mime: 'text/plain' })).rejects.toThrow(
      'broken off',
    )
  })
})

test('a folder rejects keys that could leave it', async () => {
  const storage = await folder()
  for (const key of ['../x.txt', 'a/../../x.txt', '/etc/passwd', 'a/b', 'a/.x.txt', 'a/x.txt/..']) {
    await expect(storage.get(key), key).rejects.toThrow('Not a key of this storage')
  }
})

test('a folder stores nothing of content that breaks off', async () => {
  const storage = await folder()
  const broken = () =>
    new Readable({
      read() {
        this.destroy(new Error('broken off'))
      },
    })
  await expect(storage.put('a/b/c.txt', { open: broken, size: 8, mime: 'text/plain' })).rejects.toThrow()
  await expect(storage.get('a/b/c.txt')).rejects.toThrow('There is no such object')
})

describe('a store that fails', () => {
  const put = (storage: Storage) =>
    storage.put('a/b/c.txt', { open: () => Readable.from([Buffer.from('x')]), size: 1, mime: 'text/plain' })

  test('once is retried', async () => {
    const attempts: number[] = []
    const settings = await badStore((count) => {
      attempts.push(count)
      return count === 1 ? 'reset' : 200
    })
    await put(await openStorage({ s3: settings } as Settings))
    expect(attempts).toEqual([1, 2])
  })

  test('on all its open connections is asked again on a new one', {
    tags: 'full',
  }, async () => {
    const used = new Set<unknown>()
    const settings = await serve((request, response) => {
      request.resume()
      if (used.has(request.socket)) return
      request.once('end', () => {
        used.add(request.socket)
        response.writeHead(200).end()
      })
    })
    const storage = await openStorage({ s3: settings } as Settings)
    await Promise.all([put(storage), put(storage), put(storage)])
    expect(used.size).toBe(3)
    await put(storage)
    expect(used.size).toBe(4)
  })

  test('permanently, or does not answer, is reported within 15 s', { tags: 'full' }, async () => {
    const startedAt = Date.now()
    const stores = [await badStore(() => 500), await badStore(() => 'reset'), await badStore(() => 'silence')]
    await Promise.all(
      stores.map(async (settings) => {
        const storage = await openStorage({ s3: settings } as Settings)
        await expect(put(storage)).rejects.toThrow()
      }),
    )
    expect(Date.now() - startedAt).toBeLessThan(15_000)
  })
})

/** A store that sends a part of its object each second. */
async function slowStore(partCount: number, endsAfter = partCount): Promise<NonNullable<Settings['s3']>> {
  return serve(async (_request, response) => {
    response.writeHead(200, { 'content-length': partCount * part.length })
    for (let sent = 0; sent < endsAfter; sent++) {
      response.write(part)
      await setTimeout(1000)
    }
  })
}

const part = Buffer.alloc(1000, 'x')

describe('a transfer', () => {
  const key = 'a/b/c.txt'

  test('may take longer than any answer, as long as it makes progress', {
    tags: 'full',
  }, async () => {
    const slow = await openStorage({ s3: await slowStore(14) } as Settings)
    const store = await openStorage({ s3: await startObjectStore() } as Settings)
    const large = Buffer.alloc(4_000_000, 'y')
    await store.put(key, { open: () => Readable.from([large]), size: large.length, mime: 'text/plain' })

    const downloads = Promise.all([slow, slow].map(async (one) => readBytes(await one.get(key), 1_000_000)))
    const slowSource = async function* () {
      for (let sent = 0; sent < 7; sent++) {
        yield part
        await setTimeout(1000)
      }
    }
    const upload = store.put('a/b/slow.txt', {
      open: () => Readable.from(slowSource()),
      size: 7 * part.length,
      mime: 'text/plain',
    })
    const slowReader = async () => {
      const parts: Buffer[] = []
      for await (const one of await store.get(key)) {
        // The first part waits until the slow downloads are done.
        if (parts.push(one) === 1) await downloads
      }
      return Buffer.concat(parts).length
    }
    expect((await Promise.all([slowReader(), upload]))[0]).toBe(large.length)
    for (const download of await downloads) expect(download.length).toBe(14 * part.length)
    expect((await readBytes(await store.get('a/b/slow.txt'), 1_000_000)).length).toBe(7 * part.length)
  })

  test('fails when the store stops sending', { tags: 'full' }, async () => {
    const storage = await openStorage({ s3: await slowStore(3, 1) } as Settings)
    await expect(readBytes(await storage.get(key), 1_000_000)).rejects.toThrow('The store does not respond')
  })

  test('that is given up closes its connection to the store', { tags: 'full' }, async () => {
    let isClosed = false
    const settings = await serve((request, response) => {
      request.socket.once('close', () => {
        isClosed = true
      })
      response.writeHead(200, { 'content-length': 1_000_000 }).write('x')
    })
    const storage = await openStorage({ s3: settings } as Settings)
    const stream = await storage.get(key)
    stream.destroy()
    await waitUntil(
      async () => isClosed,
      (is) => is,
    )
  })
})

function uploadTo(url: string, token: string, projectId: string) {
  const file = { name: 'a.txt', content: 'We deliver within three days.' }
  return upload(url, `/api/projects/${projectId}/agent/upload/file`, token, [file])
}

test('uploads are stored in an S3-compatible store', async () => {
  const server = await serverForThisTest({ s3: await startObjectStore() })
  const owner = await signUp(server.url, 'acme')
  const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  const { body } = await uploadTo(server.url, owner.tokens.accessToken, id)
  expect(body.data).toMatchObject({ s3Bucket: 'files' })
  const kb = `/api/projects/${id}/agent/kb`
  const item = await owner.get('POST', kb, { type: 'file', ...body.data })
  expect(await owner.get('PATCH', `${kb}/${item.id}/embedded`)).toEqual({ status: 'embedded', error: null })
  await owner.get('DELETE', `${kb}/${item.id}`)
  await waitUntil(
    () =>
      server.app.storage.get(body.data.s3Key).then(
        (stream) => Boolean(stream.destroy()),
        () => false,
      ),
    (isThere) => !isThere,
  )
})

test('while the store is silent an upload ends in words, leaves nothing, and chats go on', {
  tags: 'full',
}, async () => {
  const server = await serverForThisTest({ s3: await badStore(() => 'silence') })
  const owner = await signUp(server.url, 'acme')
  const { id, publicKey } = await createPublishedProject(owner)
  const startedAt = Date.now()
  const uploading = uploadTo(server.url, owner.tokens.accessToken, id)
  const visit = await call(server.url, 'POST', `/api/public/${publicKey}/visitors`, {})
  expect(visit.status).toBe(200)
  expect(Date.now() - startedAt).toBeLessThan(4000)
  expect(await uploading).toMatchObject({
    status: 503,
    body: { message: 'The file could not be stored. Please try again.' },
  })
  expect(Date.now() - startedAt).toBeLessThan(15_000)
  expect(await owner.get('GET', `/api/projects/${id}/agent/kb`)).toEqual([])
})
