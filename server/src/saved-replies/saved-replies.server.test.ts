import { expect, test } from 'vitest'
import { createFixtures } from '../../test/fixtures/fixtures.ts'

const fixtures = createFixtures()

test('saved replies belong to the company', async () => {
  const owner = await fixtures.signUp()
  const colleague = await fixtures.joined(owner, 'Agent')
  const reply = await colleague.get('POST', '/api/saved-replies', {
    name: 'Hours',
    text: 'From {companyName}',
  })
  expect((await owner.get('GET', '/api/saved-replies')).savedReplies).toEqual([reply])
  expect((await owner.call('POST', '/api/saved-replies', { name: 'HOURS', text: 'x' })).status).toBe(409)
  expect((await owner.call('POST', '/api/saved-replies', { name: ' ', text: 'x' })).status).toBe(400)
  await owner.get('PUT', `/api/saved-replies/${reply.id}`, { name: 'Opening', text: '9 to 5' })
  expect((await colleague.get('GET', '/api/saved-replies')).savedReplies).toMatchObject([
    { name: 'Opening', text: '9 to 5' },
  ])
  await owner.get('DELETE', `/api/saved-replies/${reply.id}`)
  expect((await colleague.get('GET', '/api/saved-replies')).savedReplies).toEqual([])
})
