import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import type { KnowledgeItem, UploadedFile } from '@aichat/contracts/ai/knowledge'
import { describe, expect, test } from 'vitest'
import { docOf, docxOf, pdfOf, xlsxOf, zipOf } from '../../test/code/documents.ts'
import { createFixtures } from '../../test/fixtures/fixtures.ts'
import { type Person, signUp, type UploadedPart, upload, waitUntil } from '../../test/kit/client.ts'
import { serverForThisTest } from '../../test/kit/server.ts'
import { countUploads } from '../../test/kit/uploads.ts'
import { createSweep } from '../files/sweep.ts'

const fixtures = createFixtures()
const text = Buffer.from('We deliver to Austria within three days.')

type Place = { owner: Person; projectId: string; kb: string }

async function place(owner?: Person): Promise<Place> {
  const person = owner ?? (await fixtures.signUp())
  const { id } = await person.get('POST', '/api/projects', { name: 'Shop' })
  return { owner: person, projectId: id, kb: `/api/projects/${id}/agent/kb` }
}

function uploadTo({ owner, projectId }: Place, ...parts: UploadedPart[]) {
  const path = `/api/projects/${projectId}/agent/upload/file`
  return upload(fixtures.server.url, path, owner.tokens.accessToken, parts)
}

async function uploaded(where: Place, name: string, content: Buffer): Promise<UploadedFile> {
  const { status, body } = await uploadTo(where, { name, content })
  if (status !== 201) throw new Error(`the upload answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

const isStored = (key: string) => existsSync(path.join(fixtures.server.app.settings.dataDir, 'files', key))
const folderOf = ({ owner, projectId }: Place) =>
  path.join(fixtures.server.app.settings.dataDir, 'files', owner.data.company.id, projectId)
const rowsOf = ({ owner }: Place) =>
  fixtures.server.app.db.company(owner.data.company.id, (sql) => sql<{ key: string }>`select key from files`)

describe('an uploaded file', () => {
  test.each([
    ['guide.PDF', pdfOf([[{ text: 'We deliver to Austria within three days.', y: 700 }]])],
    ['guide.docx', docxOf([{ heading: 1, text: 'Delivery' }, 'We deliver to Austria within three days.'])],
    ['guide.doc', docOf(['We deliver to Austria within three days.'])],
    ['guide.txt', text],
  ])('%s is stored, added, embedded, and deleted with its item', async (name, content) => {
    const where = await place()
    const file = await uploaded(where, name, content)
    expect(file).toMatchObject({ fileName: name, size: content.length, s3Bucket: 'local' })
    const id = '[0-9a-f-]{36}'
    expect(file.s3Key).toMatch(
      new RegExp(`^${where.owner.data.company.id}/${where.projectId}/${id}\\.[a-z]+$`),
    )
    expect(isStored(file.s3Key)).toBe(true)
    const item: KnowledgeItem = await where.owner.get('POST', where.kb, { type: 'file', ...file })
    expect(item).toMatchObject({
      type: 'file',
      status: 'pending',
      title: name,
      fileName: file.fileName,
      s3Key: file.s3Key,
    })
    const original = await fetch(`${fixtures.server.url}${where.kb}/${item.id}/original`, {
      headers: { authorization: `Bearer ${where.owner.tokens.accessToken}` },
    })
    expect(Buffer.from(await original.arrayBuffer()).equals(content)).toBe(true)
    expect(original.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(original.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(original.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await where.owner.get('PATCH', `${where.kb}/${item.id}/embedded`)).toEqual({
      status: 'embedded',
      error: null,
    })
    const [stored] = await where.owner.get('GET', where.kb)
    expect(stored).toMatchObject({ status: 'embedded', chunks: 1, stage: null, error: null })
    await where.owner.get('DELETE', `${where.kb}/${item.id}`)
    await waitUntil(
      async () => isStored(file.s3Key),
      (isThere) => !isThere,
    )
    await waitUntil(
      () => rowsOf(where),
      (rows) => rows.length === 0,
    )
  })

  test.each([
    ['a picture', 'a.pdf', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415],
    ['another zip', 'a.docx', zipOf([{ name: 'xl/workbook.xml', content: '<x/>' }]), 415],
    ['a PDF', 'a.docx', pdfOf([[{ text: 'x', y: 700 }]]), 415],
    ['a Word document', 'a.doc', docxOf(['x']), 415],
    ['no text', 'a.txt', Buffer.from([65, 0, 1, 2]), 415],
    ['a page', 'a.html', Buffer.from('<script>'), 415],
    ['Markdown', 'a.md', text, 415],
    ['comma-separated values', 'a.csv', text, 415],
    ['a workbook', 'a.xlsx', xlsxOf('<row/>'), 415],
    ['two ends', 'a.pdf.exe', pdfOf([[{ text: 'x', y: 700 }]]), 415],
    ['no name before the end', '.pdf', pdfOf([[{ text: 'x', y: 700 }]]), 415],
    ['more than 10 MB', 'a.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 413],
    ['much more than 10 MB', 'a.txt', Buffer.alloc(11 * 1024 * 1024, 'a'), 413],
  ])('with %s as %s is refused and leaves no file', async (_, name, content, status) => {
    const where = await place()
    const answer = await uploadTo(where, { name, content })
    expect(answer).toMatchObject({ status, body: { success: false } })
    expect(await rowsOf(where)).toEqual([])
    expect(existsSync(folderOf(where))).toBe(false)
  })

  test('without content is refused as empty, not as another type', async () => {
    const answer = await uploadTo(await place(), { name: 'a.txt', content: Buffer.alloc(0) })
    expect(answer).toMatchObject({ status: 415, body: { message: 'The file is empty.' } })
  })

  test('of exactly 10 MB is accepted', async () => {
    await uploaded(await place(), 'a.txt', Buffer.alloc(10 * 1024 * 1024, 'a'))
  })

  test.each([
    ['../../x.pdf', 'x.pdf'],
    ['C:\\fakepath\\x.pdf', 'x.pdf'],
    ['/etc/passwd/x.pdf', 'x.pdf'],
    ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
    ['invoice\u202Efdp.pdf', 'invoicefdp.pdf'],
    ['a\u0007b\u0000c.pdf', 'abc.pdf'],
    [`${'long'.repeat(100)}.pdf`, `${'long'.repeat(50)}.pdf`],
  ])('named %j is shown as %j, and its name is not part of the path', async (name, shown) => {
    const where = await place()
    const file = await uploaded(where, name, pdfOf([[{ text: 'x', y: 700 }]]))
    expect(file.fileName).toBe(shown)
    expect(file.s3Key).toMatch(/^[\w-]+\/[\w-]+\/[\w-]+\.pdf$/)
    expect(readdirSync(folderOf(where))).toHaveLength(1)
  })

  test('must be the only one, in the field `file`', async () => {
    const where = await place()
    const one = { name: 'a.txt', content: text }
    expect((await uploadTo(where, one, one)).status).toBe(400)
    expect((await uploadTo(where, { ...one, field: 'other' })).status).toBe(400)
    expect((await uploadTo(where)).status).toBe(400)
    expect(await rowsOf(where)).toEqual([])
  })

  test.each([
    ['application/json', '{}', 415],
    ['multipart/form-data', 'x', 415],
    ['multipart/form-data; boundary=', 'x', 400],
    ['multipart/form-data; boundary=a', 'no boundary here', 400],
    [
      'multipart/form-data; boundary=a',
      '--a\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ncut',
      400,
    ],
    [
      'multipart/form-data; boundary=a',
      '--a\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--a--\r\n',
      400,
    ],
  ])('sent as %s %j is refused with a message', async (type, body, status) => {
    const where = await place()
    const response = await fetch(`${fixtures.server.url}/api/projects/${where.projectId}/agent/upload/file`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${where.owner.tokens.accessToken}`, 'content-type': type },
    })
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status,
      body: { success: false, message: expect.stringMatching(/\w/) },
    })
    expect(await rowsOf(where)).toEqual([])
  })

  test('whose upload is interrupted leaves no file, and the server keeps running', async () => {
    const where = await place()
    const content = randomBytes(50_000).toString('hex')
    const url = new URL(fixtures.server.url)
    const socket = connect(Number(url.port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      [
        `POST /api/projects/${where.projectId}/agent/upload/file HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${where.owner.tokens.accessToken}`,
        'Content-Type: multipart/form-data; boundary=a',
        'Content-Length: 1000000',
        '',
        '--a',
        'content-disposition: form-data; name="file"; filename="a.txt"',
        '',
        content,
      ].join('\r\n'),
    )
    await waitUntil(
      async () => countUploads(content),
      (count) => count === 1,
    )
    socket.destroy()
    await waitUntil(
      async () => countUploads(content),
      (count) => count === 0,
    )
    expect(await rowsOf(where)).toEqual([])
    await uploaded(where, 'a.txt', text)
  })

  test('of endless length is cut at the limit', async () => {
    const where = await place()
    const request = send(`${fixtures.server.url}/api/projects/${where.projectId}/agent/upload/file`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${where.owner.tokens.accessToken}`,
        'content-type': 'multipart/form-data; boundary=a',
      },
    })
    let status = 0
    request.on('response', (response) => {
      status = response.statusCode ?? 0
    })
    request.on('error', () => {}) // the server may close the connection
    request.write('--a\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
    for (let sent = 0; sent < 40 && status === 0; sent++) {
      // The callback is called when the part was handed to the network, or the connection has closed.
      await new Promise((resolve) => request.write('x'.repeat(500_000), resolve))
    }
    await waitUntil(
      async () => status,
      (seen) => seen === 413,
    )
    request.destroy()
    expect(await rowsOf(where)).toEqual([])
  })

  test('can be added once, to its own project only', async () => {
    const where = await place()
    const sibling = await place(where.owner)
    const otherCompany = await place()
    const file = await uploaded(where, 'a.txt', text)
    const add = (by: Place, change: object = {}) =>
      by.owner.call('POST', by.kb, { type: 'file', ...file, ...change })
    const wrong = {
      status: 400,
      body: { message: 'File not found. Please upload it again.' },
    }
    expect(await add(sibling)).toMatchObject(wrong)
    expect(await add(otherCompany)).toMatchObject(wrong)
    expect(await add(where, { s3Bucket: 'other' })).toMatchObject(wrong)
    expect(await add(where, { s3Key: '../../app-secret' })).toMatchObject(wrong)
    const both = await Promise.all([add(where, { fileName: 'other.exe', fileMime: 'x/y' }), add(where)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
    const items = await where.owner.get('GET', where.kb)
    expect(items).toMatchObject([{ fileName: 'a.txt', fileMime: 'text/plain' }])
    expect(await add(where)).toMatchObject(wrong)
    expect(await otherCompany.owner.get('GET', otherCompany.kb)).toEqual([])
  })

  test('is deleted when it is not added within a day or its project is deleted', async () => {
    const where = await place()
    const other = await place(where.owner)
    const [old, fresh, orphan] = [
      await uploaded(where, 'old.txt', text),
      await uploaded(where, 'fresh.txt', text),
      await uploaded(other, 'orphan.txt', text),
    ]
    const { app } = fixtures.server
    await app.db.company(
      where.owner.data.company.id,
      (sql) => sql`update files set created_at = now() - interval '25 hours' where key = ${old.s3Key}`,
    )
    const used = await other.owner.get('POST', other.kb, { type: 'file', ...orphan })
    expect(used.status).toBe('pending')
    await where.owner.get('DELETE', `/api/projects/${other.projectId}`)
    const sweep = createSweep(app)
    await sweep.now()
    sweep.close()
    expect([old, fresh, orphan].map(({ s3Key }) => isStored(s3Key))).toEqual([false, true, false])
    expect((await rowsOf(where)).map(({ key }) => key)).toEqual([fresh.s3Key])
    const late = await where.owner.call('POST', where.kb, { type: 'file', ...old })
    expect(late.status).toBe(400)
  })

  test('with malicious content fails with a message', async () => {
    const where = await place()
    const bomb = docxOf(['x'], [{ name: 'word/media/a', content: Buffer.alloc(120_000_000) }])
    const file = await uploaded(where, 'bomb.docx', bomb)
    const { id } = await where.owner.get('POST', where.kb, { type: 'file', ...file })
    expect(await where.owner.get('PATCH', `${where.kb}/${id}/embedded`)).toEqual({
      status: 'failed',
      error: 'The file is too large when unpacked.',
    })
    const [item] = await where.owner.get('GET', where.kb)
    expect(item.failedAt).toMatch(/^\d{4}-/)
  })

  test('is rate limited by address', async () => {
    const server = await serverForThisTest({ limitScale: 1 / 30 })
    const owner = await signUp(server.url, 'acme')
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const statuses = []
    for (let count = 0; count < 3; count++) {
      const path = `/api/projects/${id}/agent/upload/file`
      const file = { name: 'a.txt', content: text }
      statuses.push((await upload(server.url, path, owner.tokens.accessToken, [file])).status)
    }
    expect(statuses).toEqual([201, 201, 429])
  })
})
