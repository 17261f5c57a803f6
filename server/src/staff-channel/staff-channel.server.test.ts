import { expect, test } from 'vitest'
import { openConversation } from '../../test/fixtures/conversations.ts'
import { createFixtures } from '../../test/fixtures/fixtures.ts'

const fixtures = createFixtures()

test('colleagues see who views a conversation and who is typing, until they leave', async () => {
  const { owner, agentLine, visitorLine, sessionId } = await openConversation(fixtures)
  const colleague = await fixtures.joined(owner, 'Agent', 'Kim')
  const kim = await colleague.connect()
  const user = { id: colleague.data.user.id, name: 'Kim' }
  await kim.send('viewing', { sessionId, isViewing: true, isTyping: true })
  expect(await agentLine.next('colleague:update')).toEqual({
    sessionId,
    user,
    isViewing: true,
    isTyping: true,
  })
  kim.socket.disconnect()
  expect(await agentLine.next('colleague:update')).toEqual({
    sessionId,
    user,
    isViewing: false,
    isTyping: false,
  })
  expect(visitorLine.received.some(({ event }) => event === 'colleague:update')).toBe(false)
})
