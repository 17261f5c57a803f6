import { expect, test } from 'vitest'
import { openConversation } from '../../test/fixtures/conversations.ts'
import { createFixtures, listSessions } from '../../test/fixtures/fixtures.ts'

const fixtures = createFixtures()

test('labels are added to conversations, filter the list, and disappear when deleted', async () => {
  const { owner, sessionId, path, agentLine } = await openConversation(fixtures)
  const other = await openConversation(fixtures, owner)
  const rival = await fixtures.signUp('rival')
  const theirs = await rival.get('POST', '/api/labels', { name: 'Urgent', tone: 'bad' })
  const urgent = await owner.get('POST', '/api/labels', { name: ' Urgent ', tone: 'bad' })
  expect(urgent).toMatchObject({ name: 'Urgent', tone: 'bad' })
  expect(await owner.call('POST', '/api/labels', { name: 'urgent', tone: 'ok' })).toMatchObject({
    status: 409,
    body: { message: 'A label with this name already exists' },
  })
  const { session } = await owner.get('PATCH', `${path}/labels`, { labelId: urgent.id, isOn: true })
  expect(session.labelIds).toEqual([urgent.id])
  await agentLine.next('session:upsert', (data) => data.session.labelIds.length === 1)
  await owner.get('PATCH', `${path}/labels`, { labelId: urgent.id, isOn: true })
  const refused = await owner.call('PATCH', `${path}/labels`, { labelId: theirs.id, isOn: true })
  expect(refused.status).toBe(400)
  expect((await listSessions(owner, `?labelId=${urgent.id}`)).map((one) => one.sessionId)).toEqual([
    sessionId,
  ])
  expect(await listSessions(owner, '?labelId=x')).toEqual([])
  expect((await owner.get('GET', `/api/sessions?labelId=${urgent.id}&status=active`)).total).toBe(1)
  expect(await owner.get('PUT', `/api/labels/${urgent.id}`, { name: 'Now', tone: 'warn' })).toMatchObject({
    name: 'Now',
  })
  await owner.get('PATCH', `${other.path}/labels`, { labelId: urgent.id, isOn: true })
  await owner.get('PATCH', `${other.path}/labels`, { labelId: urgent.id, isOn: false })
  expect((await listSessions(owner, `?labelId=${urgent.id}`)).length).toBe(1)
  await owner.get('DELETE', `/api/labels/${urgent.id}`)
  expect((await listSessions(owner)).flatMap((one) => one.labelIds)).toEqual([])
})
