import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Attachment } from '@aichat/contracts/chat/attachments'
import type { SavedReply } from '@aichat/contracts/chat/saved-replies'
import { describe, expect, test } from 'vitest'
import { createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'
import { upload } from '../../test/kit/client.ts'
import { createSweep } from '../files/sweep.ts'

const fixtures = createFixtures()
const replies = '/api/saved-replies'
const words = 'The prices of this year'
const notThere = {
  status: 400,
  body: { message: 'Attachment not found. Please add it again.' },
}

function uploadAs(by: Person, name = 'prices.txt', content = words) {
  return upload(fixtures.server.url, `${replies}/files`, by.tokens.accessToken, [{ name, content }])
}
const uploaded = async (by: Person, name?: string): Promise<Attachment> =>
  (await uploadAs(by, name)).body.data

async function read(by: Person, url: string) {
  const response = await fetch(`${fixtures.server.url}${url}`, {
    headers: { authorization: `Bearer ${by.tokens.accessToken}` },
  })
  return response.ok ? response.text() : response.status
}

function add(by: Person, files: string[], name = 'Prices'): Promise<SavedReply> {
  return by.get('POST', replies, { name, text: 'Here they are', files })
}

async function conversation(owner: Person) {
  const project = await createPublishedProject(owner)
  const visitor = await fixtures.visitor(project.publicKey)
  const line = await visitor.connect()
  const { session } = await line.send('message:send', { text: 'What does it cost?', clientId: 'v1' })
  const path = `/api/sessions/${session.sessionId}`
  return { project, visitor, sessionId: session.sessionId as string, path, agentLine: await owner.connect() }
}

type Row = { id: string; key: string; savedReplyId: string | null }
const listFileRows = (owner: Person) =>
  fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql<Row>`select id, key, saved_reply_id as "savedReplyId" from files`,
  )
const storagePath = (key: string) => path.join(fixtures.server.app.settings.dataDir, 'files', key)

async function sweepNow() {
  const sweep = createSweep(fixtures.server.app)
  await sweep.now()
  sweep.close()
}

describe('the files of a saved reply', () => {
  test('are added, ordered, downloaded by all team members, and removed', async () => {
    const owner = await fixtures.signUp()
    const colleague = await fixtures.joined(owner, 'Agent')
    const [one, two] = [await uploaded(colleague, 'one.txt'), await uploaded(colleague, 'two.txt')]
    const reply = await add(colleague, [two.id, one.id])
    expect(reply.files).toEqual([two, one])
    expect((await owner.get('GET', replies)).savedReplies).toEqual([reply])
    expect(await read(owner, `${replies}/${reply.id}/files/${one.id}`)).toBe(words)

    // A request without `files` keeps them.
    const renamed = await owner.get('PUT', `${replies}/${reply.id}`, { name: 'All prices', text: 'Here' })
    expect(renamed).toEqual({ id: reply.id, name: 'All prices', text: 'Here', files: [two, one] })
    const three = await uploaded(owner, 'three.txt')
    const put = { name: 'All prices', text: 'Here' }
    const changed = await owner.get('PUT', `${replies}/${reply.id}`, {
      ...put,
      files: [one.id, three.id, one.id],
    })
    expect(changed.files).toEqual([one, three])
    expect(await read(owner, `${replies}/${reply.id}/files/${two.id}`)).toBe(404)
    await sweepNow()
    const left = await listFileRows(owner)
    expect(left.map(({ id }) => id).toSorted()).toEqual([one.id, three.id].toSorted())
    expect(left.map(({ key }) => existsSync(storagePath(key)))).toEqual([true, true])
  })

  test('have the limits of message attachments', async () => {
    const owner = await fixtures.signUp()
    expect(await uploadAs(owner, 'a.exe', 'MZ')).toMatchObject({ status: 415 })
    expect(await uploadAs(owner, 'a.txt', 'a'.repeat(10 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
    expect(await listFileRows(owner)).toEqual([])
    const ids = []
    for (let count = 0; count < 11; count += 1) ids.push((await uploaded(owner)).id)
    expect(await owner.call('POST', replies, { name: 'x', text: 'x', files: ids })).toMatchObject({
      status: 400,
      body: { message: 'You can send up to 10 files at a time.' },
    })
    expect((await add(owner, ids.slice(0, 10))).files).toHaveLength(10)
  })

  test('reject files of another tenant, user, reply or message', async () => {
    const owner = await fixtures.signUp()
    const colleague = await fixtures.joined(owner, 'Agent')
    const rival = await fixtures.signUp('rival')
    const reply = await add(owner, [(await uploaded(owner)).id])
    const other = await add(owner, [(await uploaded(owner)).id], 'Hours')
    const { path: session, agentLine, sessionId } = await conversation(owner)
    const attached = await owner.get('POST', `${session}/attachments/saved`, { fileId: reply.files[0]?.id })
    const wrong = {
      rivals: (await uploaded(rival)).id,
      colleagues: (await uploaded(colleague)).id,
      another: other.files[0]?.id as string,
      messages: attached.id,
      nobodys: '01890000-0000-7000-8000-000000000000',
      nonsense: 'x',
    }
    const put = { name: 'Changed', text: 'Changed' }
    for (const id of Object.values(wrong)) {
      const files = [reply.files[0]?.id, id]
      expect(await owner.call('PUT', `${replies}/${reply.id}`, { ...put, files })).toMatchObject(notThere)
      expect(await owner.call('POST', replies, { name: 'New', text: 'x', files: [id] })).toMatchObject(
        notThere,
      )
    }
    // A refused change stores nothing.
    expect((await owner.get('GET', replies)).savedReplies).toEqual([other, reply])
    // An upload for a saved reply cannot be sent as an attachment.
    const ack = await agentLine.send('message:send', {
      sessionId,
      attachments: [(await uploaded(owner)).id],
      clientId: 'a1',
    })
    expect(ack).toMatchObject({ success: false, code: 'attachment' })
    expect(await read(rival, `${replies}/${reply.id}/files/${reply.files[0]?.id}`)).toBe(404)
    expect(await read(owner, `${replies}/${other.id}/files/${reply.files[0]?.id}`)).toBe(404)
    const theirs = await conversation(rival)
    for (const fileId of [reply.files[0]?.id, wrong.rivals, wrong.nobodys, 'x']) {
      const answer = await rival.call('POST', `${theirs.path}/attachments/saved`, { fileId })
      expect(answer).toMatchObject(notThere)
    }
    const strange = await rival.call('POST', `${session}/attachments/saved`, { fileId: reply.files[0]?.id })
    expect(strange.status).toBe(404)
    expect((await owner.call('POST', `${session}/attachments/saved`, {})).status).toBe(400)
  })

  test('are copied for a message, which keeps its copy when the reply is deleted', async () => {
    const owner = await fixtures.signUp()
    const reply = await add(owner, [(await uploaded(owner)).id])
    const { path: session, agentLine, sessionId, project, visitor } = await conversation(owner)
    const fileId = reply.files[0]?.id
    const copy: Attachment = await owner.get('POST', `${session}/attachments/saved`, { fileId })
    expect(copy).toEqual({
      id: expect.not.stringContaining(fileId as string),
      name: 'prices.txt',
      mime: 'text/plain',
      size: words.length,
    })
    const { message } = await agentLine.send('message:send', {
      sessionId,
      attachments: [copy.id],
      clientId: 'a1',
    })
    expect(message.attachments).toEqual([copy])
    // The reply keeps its own file and can be used again.
    const again: Attachment = await owner.get('POST', `${session}/attachments/saved`, { fileId })
    expect(again.id).not.toBe(copy.id)

    await owner.get('DELETE', `${replies}/${reply.id}`)
    await sweepNow()
    expect((await listFileRows(owner)).map(({ id }) => id).toSorted()).toEqual([copy.id, again.id].toSorted())
    expect(await read(owner, `${session}/attachments/${copy.id}`)).toBe(words)
    const seen = await fetch(
      `${fixtures.server.url}/api/public/${project.publicKey}/attachments/${copy.id}`,
      {
        headers: { authorization: `Bearer ${visitor.visitorToken}` },
      },
    )
    expect(await seen.text()).toBe(words)
    expect((await owner.call('POST', `${session}/attachments/saved`, { fileId })).status).toBe(400)

    // Files of the conversation are deleted with its visitor, sent or not.
    await owner.get('DELETE', `${session}/visitor`)
    await sweepNow()
    expect(await listFileRows(owner)).toEqual([])
  })

  test('outlive the visitor and the project; unused uploads are deleted after 24 hours', async () => {
    const owner = await fixtures.signUp()
    const reply = await add(owner, [(await uploaded(owner)).id])
    const { path: session, agentLine, sessionId, project } = await conversation(owner)
    const forgotten = await uploaded(owner)
    const copy = await owner.get('POST', `${session}/attachments/saved`, { fileId: reply.files[0]?.id })
    await agentLine.send('message:send', { sessionId, attachments: [copy.id], clientId: 'a1' })
    await owner.get('DELETE', `${session}/visitor`)
    await owner.get('DELETE', `/api/projects/${project.id}`)
    await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`update files set created_at = now() - interval '25 hours'`,
    )
    await sweepNow()
    expect(await listFileRows(owner)).toMatchObject([{ savedReplyId: reply.id }])
    expect(await read(owner, `${replies}/${reply.id}/files/${reply.files[0]?.id}`)).toBe(words)
    expect((await owner.call('POST', replies, { name: 'x', text: 'x', files: [forgotten.id] })).status).toBe(
      400,
    )
  })

  test('missing in the storage are not copied and leave no row', async () => {
    const owner = await fixtures.signUp()
    const reply = await add(owner, [(await uploaded(owner)).id])
    const { path: session } = await conversation(owner)
    for (const { key } of await listFileRows(owner)) rmSync(storagePath(key))
    const fileId = reply.files[0]?.id
    expect(await owner.call('POST', `${session}/attachments/saved`, { fileId })).toMatchObject({
      status: 503,
      body: { message: 'The file could not be stored. Please try again.' },
    })
    await sweepNow()
    expect((await listFileRows(owner)).map(({ id }) => id)).toEqual([fileId])
  })

  test('keep one of two concurrent changes', async () => {
    const owner = await fixtures.signUp()
    const colleague = await fixtures.joined(owner, 'Agent')
    const reply = await add(owner, [(await uploaded(owner)).id])
    const [mine, theirs] = [await uploaded(owner), await uploaded(colleague)]
    const put = (by: Person, files: string[]) =>
      by.call('PUT', `${replies}/${reply.id}`, { name: 'Prices', text: 'x', files })
    const answers = await Promise.all([put(owner, [mine.id]), put(colleague, [theirs.id])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const files = (await owner.get('GET', replies)).savedReplies[0].files
    expect([[mine], [theirs]]).toContainEqual(files)
    const [changed, removed] = await Promise.all([
      put(owner, [(await uploaded(owner)).id]),
      owner.call('DELETE', `${replies}/${reply.id}`),
    ])
    expect(removed.status).toBe(200)
    expect([200, 404]).toContain(changed.status)
    await sweepNow()
    expect((await listFileRows(owner)).filter(({ savedReplyId }) => savedReplyId !== null)).toEqual([])
  })
})
