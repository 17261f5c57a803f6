import { describe, expect, test } from 'vitest'
import { openConversation } from '../../test/fixtures/conversations.ts'
import { createFixtures, listSessions } from '../../test/fixtures/fixtures.ts'

const fixtures = createFixtures()

describe('a note', () => {
  test('is broadcast to colleagues, never to the visitor, and notifies mentioned members', async () => {
    const { owner, project, visitor, visitorLine, agentLine, sessionId, path } =
      await openConversation(fixtures)
    const colleague = await fixtures.joined(owner, 'Agent', 'Kim')
    const bystander = await fixtures.joined(owner, 'Agent', 'Lee')
    const rival = await fixtures.signUp('rival')
    const [kim, lee] = [await colleague.connect(), await bystander.connect()]
    const note = await owner.get('POST', `${path}/notes`, {
      text: '@Kim please look',
      mentions: [colleague.data.user.id, rival.data.user.id, owner.data.user.id],
    })
    expect(note).toMatchObject({
      sessionId,
      author: { id: owner.data.user.id, name: 'Owner of acme' },
      text: '@Kim please look',
      mentions: [colleague.data.user.id],
    })
    expect((await agentLine.next('note:new')).note).toEqual(note)
    expect((await kim.next('mention:new')).note).toEqual(note)
    await lee.next('note:new')
    expect(lee.received.some(({ event }) => event === 'mention:new')).toBe(false)
    expect(await colleague.get('GET', '/api/mentions')).toEqual({
      mentions: [{ note, visitorName: null, isRead: false }],
      unread: 1,
    })
    expect(await rival.get('GET', '/api/mentions')).toEqual({ mentions: [], unread: 0 })
    expect(await colleague.get('PATCH', `${path}/mentions/read`)).toEqual({ unread: 0 })
    expect((await colleague.get('GET', '/api/mentions')).mentions).toMatchObject([{ isRead: true }])
    expect((await owner.get('GET', `${path}/notes`)).notes).toEqual([note])
    // The note is not a message: it has no seq and its text is not in the conversation.
    const { message } = await visitorLine.send('message:send', { text: 'Hello?', clientId: 'v2' })
    expect(message.seq).toBe(2)
    const again = await fixtures.visitor(project.publicKey, visitor.visitorToken)
    expect(again.messages).toHaveLength(2)
    expect(JSON.stringify(again)).not.toContain('please look')
    expect(JSON.stringify(visitorLine.received)).not.toContain('please look')
    expect((await listSessions(owner))[0]?.lastMessage).toBe('Hello?')
  })

  test('can be deleted by its author only', async () => {
    const { owner, agentLine, sessionId, path } = await openConversation(fixtures)
    const colleague = await fixtures.joined(owner, 'Admin')
    const note = await owner.get('POST', `${path}/notes`, { text: 'Wrong' })
    expect((await colleague.call('DELETE', `${path}/notes/${note.id}`)).status).toBe(403)
    await owner.get('DELETE', `${path}/notes/${note.id}`)
    expect(await agentLine.next('note:removed')).toEqual({ sessionId, noteId: note.id })
    expect((await owner.get('GET', `${path}/notes`)).notes).toEqual([])
    for (const mentions of [['x'], 'x', Array.from({ length: 21 }, () => owner.data.user.id)]) {
      expect((await owner.call('POST', `${path}/notes`, { text: 'x', mentions })).status).toBe(400)
    }
  })
})
