import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startVisit } from '../../src/ops/seed/api-client.ts'
import { createPublishedProject } from '../fixtures/fixtures.ts'
import { call, connect, signUp, upload } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'

beforeAll(buildServer, 120_000)

test('the log contains no credentials at its most detailed level', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const port = await findFreePort()
  const server = startProcess({ ...copy, port, environment: { LOG_LEVEL: 'trace' } })
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const url = `http://127.0.0.1:${port}`
  const owner = await signUp(url, 'acme')
  const { accessToken, refreshToken } = owner.tokens
  const project = await createPublishedProject(owner)
  const { key } = await owner.get('POST', '/api/api-keys', { name: 'shop', scopes: ['projects:read'] })
  const { visitorToken } = await startVisit(url, project.publicKey)

  const file = { name: 'hello.txt', content: 'hello' }
  const uploads = await Promise.all(
    [
      [`/api/projects/${project.id}/agent/upload/file`, accessToken],
      [`/api/public/${project.publicKey}/attachments`, visitorToken],
    ].map(([path = '', token = '']) => upload(url, path, token, [file], { cookie: 'name=a-secret-cookie' })),
  )
  expect(uploads.map(({ status }) => status)).toEqual([201, 201])
  await call(url, 'GET', '/api/projects', undefined, { authorization: `Bearer ${key}` })
  await call(url, 'POST', '/api/auth/refresh-token', { refreshToken })
  await call(url, 'POST', '/api/auth/login', { email: owner.data.user.email, password: 'not the right one' })
  const socket = await connect(url, { token: accessToken })
  await socket.send('sync', { rev: null })
  await server.kill('SIGTERM')

  const output = server.output()
  expect(output).toContain('[redacted]')
  for (const secret of [accessToken, refreshToken, visitorToken, key, 'a-secret-cookie', 'not the right one'])
    expect(output).not.toContain(secret)
})
