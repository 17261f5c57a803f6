import { expect, test } from 'vitest'
import { createFixtures, createPublishedProject, listMessages } from '../../../test/fixtures/fixtures.ts'
import { newEmail } from '../../../test/kit/client.ts'
import type { App } from '../../app.ts'
import { createBatchWriter, createPost } from '../../messages/post.ts'
import { parseEmail } from './parse-email.ts'
import { type AddressedEmail, receiveEmail } from './receive-email.ts'

const fixtures = createFixtures()

/** An email of the visitor of a new conversation, with a file. */
async function createEmail() {
  const owner = await fixtures.signUp()
  const address = newEmail('visitor')
  const { publicKey } = await createPublishedProject(owner, { agent: { autoReply: false } })
  const line = await (await fixtures.visitor(publicKey)).connect()
  const { session } = await line.send('message:send', { text: 'Hello', clientId: 'hello' })
  await line.send('email:submit', { email: address, clientId: 'email' })
  const source = Buffer.from(
    [
      `From: ${address}`,
      'Message-ID: <one@mail.example.org>',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'See the list',
      '--b',
      'Content-Type: text/plain; name=list.txt',
      'Content-Disposition: attachment; filename=list.txt',
      '',
      'A tent',
      '--b--',
    ].join('\r\n'),
  )
  const addressed: AddressedEmail = {
    companyId: owner.data.company.id,
    sessionId: session.sessionId,
    email: await parseEmail(source),
    source,
    receivedAt: new Date().toISOString(),
  }
  return { owner, addressed }
}

/** The app of a process that ends before its transaction with this number. */
function endBefore(app: App, number: number) {
  let count = 0
  const company: App['db']['company'] = (companyId, work) => {
    count += 1
    if (count === number) throw new Error('killed')
    return app.db.company(companyId, work)
  }
  const db = { ...app.db, company }
  return { ...app, db, post: createPost(app, createBatchWriter(db)) }
}

test('a process that ends anywhere loses no email and adds none twice', async () => {
  const { app } = fixtures.server
  const last = 20
  let killed = 0
  for (let number = 1; number <= last; number += 1) {
    const { owner, addressed } = await createEmail()
    const result = await receiveEmail(endBefore(app, number), addressed).catch((error) => error.message)
    if (result === undefined) break
    expect(result).toBe('killed')
    killed += 1
    for (const _ of ['the next start', 'another one'])
      await receiveEmail(endBefore(app, Number.POSITIVE_INFINITY), addressed)
    const emails = (await listMessages(owner, addressed.sessionId)).filter(({ meta }) => meta.channel)
    expect(emails).toMatchObject([{ text: 'See the list', attachments: [{ name: 'list.txt' }] }])
    const path = `/api/sessions/${addressed.sessionId}/messages/${emails[0]?._id}/email`
    expect(await owner.get('GET', path)).toMatchObject({ text: expect.stringContaining('See the list') })
  }
  // One transaction reads what is stored, several store the file, and one each finds the conversation, stores the message and the email.
  expect(killed).toBeGreaterThanOrEqual(5)
  expect(killed).toBeLessThan(last)
})
