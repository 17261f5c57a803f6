import { attachmentSentences } from '@aichat/contracts/chat/attachments'
import { visitorLimits } from '@aichat/contracts/chat/visitors'
import { realtimeSentences } from '@aichat/contracts/kit/realtime'
import { describe, expect, test } from 'vitest'
import {
  createFixtures,
  createPrivateFixtures,
  createPublishedProject,
} from '../../test/fixtures/fixtures.ts'
import { connect, type Person, signUp, upload, waitUntil } from '../../test/kit/client.ts'
import { serverForThisTest } from '../../test/kit/server.ts'
import { startVisit } from '../ops/seed/api-client.ts'

const fixtures = createFixtures()
const small = createPrivateFixtures({ storagePerCompanyMb: 0.1 })

async function uploadKilobytes(url: string, path: string, token: string, kilobytes: number, headers = {}) {
  const file = { name: 'words.txt', content: 'x'.repeat(kilobytes * 1000) }
  const { status, body } = await upload(url, path, token, [file], headers)
  return { status, message: body.message, code: body.code }
}

const savedReplies = '/api/saved-replies/files'
const token = ({ tokens }: Person) => tokens.accessToken

describe("a company's file storage", () => {
  test('refuses a file beyond the quota, for the team and before that for visitors', async () => {
    const { url } = small.server
    const owner = await small.signUp()
    const { id, publicKey } = await createPublishedProject(owner)
    const { visitorToken } = await startVisit(url, publicKey)
    const attachments = `/api/public/${publicKey}/attachments`
    const asVisitor = (kilobytes: number) => uploadKilobytes(url, attachments, visitorToken, kilobytes)

    expect(await uploadKilobytes(url, savedReplies, token(owner), 60)).toMatchObject({ status: 201 })
    expect(await asVisitor(25)).toMatchObject({ status: 201 })
    expect(await asVisitor(10)).toEqual({
      status: 409,
      code: 'conflict',
      message: attachmentSentences.visitorQuotaExceeded,
    })
    const full = { status: 409, code: 'conflict', message: attachmentSentences.quotaExceeded }
    expect(await uploadKilobytes(url, savedReplies, token(owner), 20)).toEqual(full)
    expect(await uploadKilobytes(url, `/api/projects/${id}/agent/upload/file`, token(owner), 20)).toEqual(
      full,
    )
    expect(await uploadKilobytes(url, savedReplies, token(owner), 10)).toMatchObject({ status: 201 })
    const other = await small.signUp('other')
    expect(await uploadKilobytes(url, savedReplies, token(other), 60)).toMatchObject({ status: 201 })
  })

  test('is not exceeded by uploads at the same time', async () => {
    const { url } = small.server
    const owner = await small.signUp()
    const uploads = Array.from({ length: 6 }, () => uploadKilobytes(url, savedReplies, token(owner), 30))
    const statuses = (await Promise.all(uploads)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 201, 201, 409, 409, 409])
  })

  test('accepts a number of uploads an hour from the team, and as many from visitors', async () => {
    // 600 uploads become three, and one per address.
    const { url } = await serverForThisTest({ limitScale: 0.005, trustProxy: ['127.0.0.1'] })
    const owner = await signUp(url, 'acme')
    const { publicKey } = await createPublishedProject(owner)
    const { visitorToken } = await startVisit(url, publicKey)
    const attachments = `/api/public/${publicKey}/attachments`
    for (const [path, bearer, network] of [
      [savedReplies, token(owner), '203.0.113'],
      [attachments, visitorToken, '198.51.100'],
    ] as const) {
      const statuses: number[] = []
      for (let client = 1; client <= 4; client++) {
        const headers = { 'x-forwarded-for': `${network}.${client}` }
        statuses.push((await uploadKilobytes(url, path, bearer, 1, headers)).status)
      }
      expect(statuses).toEqual([201, 201, 201, 429])
    }
  })
})

test('a visitor has a limited number of connections, of which the newest is refused', async () => {
  const { publicKey } = await createPublishedProject(await fixtures.signUp())
  const { visitorToken } = await fixtures.visitor(publicKey)
  const open = () => connect(`${fixtures.server.url}/visitor`, { visitorToken })
  // All at the same time, so that none is counted after another has been admitted.
  const attempts = await Promise.allSettled(Array.from({ length: visitorLimits.connections + 5 }, open))
  const opened = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = attempts.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as Error).message] : [],
  )
  expect(opened).toHaveLength(visitorLimits.connections)
  expect(refused).toEqual(Array.from({ length: 5 }, () => realtimeSentences.tooManyConnections))
  opened[0]?.socket.disconnect()
  await waitUntil(
    () =>
      open().then(
        () => true,
        () => false,
      ),
    Boolean,
  )
})
