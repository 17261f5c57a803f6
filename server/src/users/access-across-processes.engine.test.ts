import { expect } from 'vitest'
import { createFixtures } from '../../test/fixtures/fixtures.ts'
import { call, connect, waitUntil } from '../../test/kit/client.ts'
import { sharedTest } from '../../test/kit/engine.ts'
import { serverForThisTest } from '../../test/kit/server.ts'

const fixtures = createFixtures()

/** A second process on the same database. Its clock stands still, so that a cached caller never expires. */
async function startPeer(): Promise<string> {
  const { databaseUrl, redisUrl, appSecret } = fixtures.server.app.settings
  const startedAt = Date.now()
  const clock = { now: () => startedAt }
  return (await serverForThisTest({ databaseUrl, redisUrl, appSecret }, { clock })).url
}

sharedTest('a disabled user loses access in other processes', async () => {
  const peer = await startPeer()
  const owner = await fixtures.signUp()
  const agent = await fixtures.joined(owner, 'Agent')
  const authorization = `Bearer ${agent.tokens.accessToken}`
  const line = await connect(`${peer}/`, { token: agent.tokens.accessToken, role: 'admin' })
  const requestOwnUser = async () => (await call(peer, 'GET', '/api/me', undefined, { authorization })).status
  expect(await requestOwnUser()).toBe(200)
  await owner.get('PATCH', `/api/users/${agent.data.user.id}`, { status: 'disabled' })
  await waitUntil(requestOwnUser, (status) => status === 401)
  await line.disconnected()
})

sharedTest('a revoked API key is rejected by other processes', async () => {
  const peer = await startPeer()
  const owner = await fixtures.signUp()
  const { key, keys } = await owner.get('POST', '/api/api-keys', {
    name: 'Reports',
    scopes: ['projects:read'],
  })
  const authorization = `Bearer ${key}`
  const requestProjects = async () =>
    (await call(peer, 'GET', '/api/projects', undefined, { authorization })).status
  expect(await requestProjects()).toBe(200)
  await owner.get('DELETE', `/api/api-keys/${keys[0].id}`)
  await waitUntil(requestProjects, (status) => status === 401)
})
