import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import type { Attachment } from '@aichat/contracts/chat/attachments'
import { describe, expect, test } from 'vitest'
import { pdfOf } from '../../test/code/documents.ts'
import { openConversation } from '../../test/fixtures/conversations.ts'
import { createFixtures, listMessages } from '../../test/fixtures/fixtures.ts'
import { type Person, upload, waitUntil } from '../../test/kit/client.ts'
import { countUploads } from '../../test/kit/uploads.ts'
import { createSweep } from '../files/sweep.ts'

const fixtures = createFixtures()
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The message names the real problem. */
function refusalOf(name: string, content: Buffer): RegExp {
  if (content.length === 0) return /^The file is empty/
  if (content.length > 10 * 1024 * 1024) return /too large/
  return /\.(?:png|pdf|txt)$/.test(name) ? /content does not match its name/ : /^Only images .* can be sent/
}

type File = { name?: string; content?: Buffer; type?: string }

function send(path: string, token: string, { name = 'a.png', content = png, type = 'x/y' }: File = {}) {
  return upload(fixtures.server.url, path, token, [{ name, content, type }])
}

async function uploaded(url: string, token: string, file?: File): Promise<Attachment> {
  const { status, body } = await send(url, token, file)
  if (status !== 201) throw new Error(`the upload answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

function download(url: string, token: string) {
  return fetch(`${fixtures.server.url}${url}`, { headers: { authorization: `Bearer ${token}` } })
}

async function conversation(by?: Person) {
  const place = await openConversation(fixtures, by)
  return {
    ...place,
    agentFiles: `${place.path}/attachments`,
    visitorFiles: `/api/public/${place.project.publicKey}/attachments`,
    agentToken: place.owner.tokens.accessToken,
    visitorToken: place.visitor.visitorToken,
  }
}
type Place = Awaited<ReturnType<typeof conversation>>

const rowsOf = ({ owner }: Place) =>
  fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql<{ id: string; key: string }>`select id, key from files`,
  )
const isStored = (key: string) => existsSync(path.join(fixtures.server.app.settings.dataDir, 'files', key))
const notThere = {
  success: false,
  error: 'Attachment not found. Please add it again.',
  code: 'attachment',
}

describe('an attachment', () => {
  test.each([
    ['a.png', png, 'image/png'],
    ['A.JPG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['a.gif', Buffer.from('GIF89a<script>'), 'image/gif'],
    ['a.webp', Buffer.from('RIFF1234WEBPVP8 '), 'image/webp'],
    ['a.pdf', pdfOf([[{ text: 'x', y: 700 }]]), 'application/pdf'],
    ['a.txt', Buffer.from('<script>alert(1)</script>'), 'text/plain; charset=utf-8'],
  ])('%s is downloaded unchanged by both sides, and cannot be executed', async (name, content, mime) => {
    const place = await conversation()
    const { agentLine, visitorLine, sessionId } = place
    const [mine, theirs] = [
      await uploaded(place.agentFiles, place.agentToken, { name, content }),
      await uploaded(place.visitorFiles, place.visitorToken, { name, content, type: 'text/html' }),
    ]
    expect(mine).toEqual({ id: mine.id, name, mime: mime.split(';')[0], size: content.length })
    const sent = await agentLine.send('message:send', {
      sessionId,
      text: 'Look',
      attachments: [mine.id],
      clientId: 'a1',
    })
    expect(sent.message).toMatchObject({ seq: 2, text: 'Look', attachments: [mine] })
    const received = await visitorLine.next('message:new', ({ message }) => message.seq === 2)
    expect(received.message.attachments).toEqual([mine])
    // A message with attachments needs no text.
    const said = await visitorLine.send('message:send', { attachments: [theirs.id], clientId: 'v2' })
    expect(said.message).toMatchObject({ seq: 3, text: '', attachments: [theirs] })
    expect((await place.owner.get('GET', '/api/sessions')).sessions[0].lastMessage).toBe(name)
    expect((await listMessages(place.owner, sessionId)).map((message) => message.attachments)).toEqual([
      [],
      [mine],
      [theirs],
    ])
    for (const { id } of [mine, theirs]) {
      for (const [files, token] of [
        [place.agentFiles, place.agentToken],
        [place.visitorFiles, place.visitorToken],
      ] as const) {
        const response = await download(`${files}/${id}`, token)
        expect(response.status).toBe(200)
        expect(Buffer.from(await response.arrayBuffer())).toEqual(content)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': mime,
          'content-disposition': `attachment; filename="file"; filename*=UTF-8''${name}`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'no-store',
          'cross-origin-resource-policy': 'same-origin',
        })
      }
    }
  })

  test.each([
    ['a page', 'a.html', Buffer.from('<script>'), 415],
    [
      'a drawing that may hold a script',
      'a.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
    ],
    ['a page that calls itself a picture', 'a.png', Buffer.from('<script>alert(1)</script>'), 415],
    ['a picture that calls itself a document', 'a.pdf', png, 415],
    ['a program', 'a.exe', Buffer.from('MZ'), 415],
    ['bytes that are no text', 'a.txt', Buffer.from([65, 0, 1, 2]), 415],
    ['nothing', 'a.png', Buffer.alloc(0), 415],
    ['more than 10 MB', 'a.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 413],
  ])('that is %s is refused for both sides and leaves no file', async (_, name, content, status) => {
    const place = await conversation()
    const refused = {
      status,
      body: { success: false, message: expect.stringMatching(refusalOf(name, content)) },
    }
    expect(await send(place.agentFiles, place.agentToken, { name, content })).toMatchObject(refused)
    expect(await send(place.visitorFiles, place.visitorToken, { name, content })).toMatchObject(refused)
    expect(await rowsOf(place)).toEqual([])
  })

  test('keeps the quotation marks in its name', async () => {
    const place = await conversation()
    const name = 'the "big" tent.png'
    const { id, name: stored } = await uploaded(place.agentFiles, place.agentToken, { name })
    expect(stored).toBe(name)
    await place.agentLine.send('message:send', {
      sessionId: place.sessionId,
      attachments: [id],
      clientId: 'a1',
    })
    const response = await download(`${place.agentFiles}/${id}`, place.agentToken)
    expect(response.headers.get('content-disposition')).toContain("UTF-8''the%20%22big%22%20tent.png")
  })

  test('is sent once when the same send is repeated', async () => {
    const place = await conversation()
    const { agentLine, sessionId } = place
    const { id } = await uploaded(place.agentFiles, place.agentToken)
    const draft = { sessionId, text: 'Look', attachments: [id, id], clientId: 'a1' }
    const acks = await Promise.all([
      agentLine.send('message:send', draft),
      agentLine.send('message:send', draft),
      agentLine.send('message:send', { ...draft, clientId: 'a2' }),
    ])
    expect(acks[0]).toEqual(acks[1])
    expect(acks[0].message.attachments).toHaveLength(1)
    expect(acks[2]).toEqual(notThere)
    expect(await agentLine.send('message:send', draft)).toEqual(acks[0])
    expect(await listMessages(place.owner, sessionId)).toHaveLength(2)
  })

  test('can only be sent by its uploader in its conversation, and a refusal loses no other message', async () => {
    const place = await conversation()
    const other = await conversation(place.owner)
    const rival = await conversation()
    const colleague = await fixtures.joined(place.owner, 'Agent')
    const colleagueLine = await colleague.connect()
    const bystander = await fixtures.visitor(place.project.publicKey)
    const bystanderLine = await bystander.connect()
    const mine = await uploaded(place.agentFiles, place.agentToken)
    const theirs = await uploaded(place.visitorFiles, place.visitorToken)
    const say = (attachments: unknown) => ({ text: 'x', attachments, clientId: `${Math.random()}` })
    const wrong = await Promise.all([
      place.agentLine.send('message:send', { sessionId: place.sessionId, ...say([theirs.id]) }),
      place.visitorLine.send('message:send', say([mine.id])),
      bystanderLine.send('message:send', say([theirs.id])),
      colleagueLine.send('message:send', { sessionId: place.sessionId, ...say([mine.id]) }),
      other.agentLine.send('message:send', { sessionId: other.sessionId, ...say([mine.id]) }),
      other.visitorLine.send('message:send', say([theirs.id])),
      rival.agentLine.send('message:send', { sessionId: rival.sessionId, ...say([mine.id]) }),
      rival.visitorLine.send('message:send', say([theirs.id])),
      place.agentLine.send('message:send', {
        sessionId: place.sessionId,
        ...say(['01890000-0000-7000-8000-000000000000']),
      }),
      place.agentLine.send('message:send', { sessionId: place.sessionId, ...say(['x']) }),
    ])
    for (const ack of wrong) expect(ack).toEqual(notThere)
    for (const attachments of [{}, 'x', [7], Array.from({ length: 11 }, () => mine.id)]) {
      const ack = await place.agentLine.send('message:send', {
        sessionId: place.sessionId,
        ...say(attachments),
      })
      expect(ack).toMatchObject({ success: false, code: 'bad_input' })
    }
    const right = await Promise.all([
      place.agentLine.send('message:send', { sessionId: place.sessionId, ...say([mine.id]) }),
      place.visitorLine.send('message:send', say([theirs.id])),
    ])
    expect(right.map((ack) => ack.success)).toEqual([true, true])
  })

  test('is readable by the company and the visitor, only once it has been sent', async () => {
    const place = await conversation()
    const other = await conversation(place.owner)
    const rival = await conversation()
    const bystander = await fixtures.visitor(place.project.publicKey)
    const unsent = await uploaded(place.agentFiles, place.agentToken)
    const { id } = await uploaded(place.visitorFiles, place.visitorToken)
    await place.visitorLine.send('message:send', { attachments: [id], clientId: 'v2' })
    const statusOf = async (url: string, token: string) => (await download(url, token)).status
    expect(await statusOf(`${place.agentFiles}/${id}`, place.agentToken)).toBe(200)
    expect(await statusOf(`${place.visitorFiles}/${id}`, place.visitorToken)).toBe(200)
    expect(await statusOf(`${place.agentFiles}/${unsent.id}`, place.agentToken)).toBe(404)
    expect(await statusOf(`${place.visitorFiles}/${unsent.id}`, place.visitorToken)).toBe(404)
    expect(await statusOf(`${other.agentFiles}/${id}`, place.agentToken)).toBe(404)
    expect(await statusOf(`${rival.agentFiles}/${id}`, rival.agentToken)).toBe(404)
    expect(await statusOf(`${place.agentFiles}/${id}`, rival.agentToken)).toBe(404)
    expect(await statusOf(`${place.visitorFiles}/${id}`, bystander.visitorToken)).toBe(404)
    expect(await statusOf(`${other.visitorFiles}/${id}`, other.visitorToken)).toBe(404)
    expect(await statusOf(`${other.visitorFiles}/${id}`, place.visitorToken)).toBe(401)
    for (const token of ['', 'x', place.agentToken]) {
      expect(await statusOf(`${place.visitorFiles}/${id}`, token)).toBe(401)
      expect((await send(place.visitorFiles, token)).status).toBe(401)
    }
    expect(await statusOf(`${place.agentFiles}/${id}`, place.visitorToken)).toBe(401)
  })

  test('cannot be used as a knowledge file, and vice versa', async () => {
    const place = await conversation()
    const text = { name: 'a.txt', content: Buffer.from('We are open.') }
    const knowledge = await uploaded(
      `/api/projects/${place.project.id}/agent/upload/file`,
      place.agentToken,
      text,
    )
    const { s3Key } = knowledge as unknown as { s3Key: string }
    const uploadId = s3Key.split('/').at(-1)?.split('.')[0]
    const ack = await place.agentLine.send('message:send', {
      sessionId: place.sessionId,
      attachments: [uploadId],
      clientId: 'a1',
    })
    expect(ack).toEqual(notThere)
    const { id, mime } = await uploaded(place.agentFiles, place.agentToken, text)
    const [row] = (await rowsOf(place)).filter((one) => one.id === id)
    const added = await place.owner.call('POST', `/api/projects/${place.project.id}/agent/kb`, {
      type: 'file',
      fileName: 'a.txt',
      fileMime: mime,
      s3Bucket: 'local',
      s3Key: row?.key,
    })
    expect(added.status).toBe(400)
  })

  test('is deleted when it is not sent within a day or its project is deleted, and stays once it has been sent', async () => {
    const place = await conversation()
    const removed = await conversation(place.owner)
    const files = {
      sent: await uploaded(place.agentFiles, place.agentToken),
      old: await uploaded(place.visitorFiles, place.visitorToken),
      fresh: await uploaded(place.visitorFiles, place.visitorToken),
      orphan: await uploaded(removed.visitorFiles, removed.visitorToken),
    }
    await place.agentLine.send('message:send', {
      sessionId: place.sessionId,
      attachments: [files.sent.id],
      clientId: 'a1',
    })
    await removed.visitorLine.send('message:send', { attachments: [files.orphan.id], clientId: 'v2' })
    const { app } = fixtures.server
    await app.db.company(
      place.owner.data.company.id,
      (sql) => sql`update files set created_at = now() - interval '25 hours'
        where id = any(${[files.sent.id, files.old.id]}::uuid[])`,
    )
    const keys = new Map((await rowsOf(place)).map(({ id, key }) => [id, key]))
    await place.owner.get('DELETE', `/api/projects/${removed.project.id}`)
    const sweep = createSweep(app)
    await sweep.now()
    sweep.close()
    const left = Object.entries(files).filter(([, { id }]) => isStored(keys.get(id) as string))
    expect(left.map(([name]) => name)).toEqual(['sent', 'fresh'])
    expect(await rowsOf(place)).toHaveLength(2)
  })

  test('leaves no file when the upload is interrupted', async () => {
    const place = await conversation()
    const content = randomBytes(50_000).toString('hex')
    const socket = connect(Number(new URL(fixtures.server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      [
        `POST ${place.visitorFiles} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${place.visitorToken}`,
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
    expect(await rowsOf(place)).toEqual([])
  })
})
