import { mkdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createPrivateFixtures } from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'
import { upload } from '../../test/kit/client.ts'
import { createSweep } from './sweep.ts'

/** Without background tasks, so that only the tests remove files. */
const fixtures = createPrivateFixtures({ runsJobs: false })

async function uploadDeleted(owner: Person): Promise<{ id: string; objectPath: string; companyId: string }> {
  const { app, url } = fixtures.server
  const companyId = owner.data.company.id
  const project = await owner.get('POST', '/api/projects', { name: 'Shop' })
  const { body } = await upload(
    url,
    `/api/projects/${project.id}/agent/upload/file`,
    owner.tokens.accessToken,
    [{ name: 'a.txt', content: 'We deliver within three days.' }],
  )
  const { s3Key } = body.data
  const [file] = await app.db.company(
    companyId,
    (sql) =>
      sql<{ id: string }>`update files set deletion_requested_at = now() where key = ${s3Key} returning id`,
  )
  return { id: file?.id as string, objectPath: path.join(app.settings.dataDir, 'files', s3Key), companyId }
}

test('a file that cannot be removed is postponed and reported, and the files behind it are removed', async () => {
  const { app, logged } = fixtures.server
  const [stuck, other] = [
    await uploadDeleted(await fixtures.signUp('stuck')),
    await uploadDeleted(await fixtures.signUp('other')),
  ]
  const find = async ({ id, companyId }: typeof stuck) =>
    (
      await app.db.company(
        companyId,
        (sql) => sql`
          select removal_failures as failures, removal_retry_at > now() as "isPostponed" from files where id = ${id}`,
      )
    )[0]
  const makeDue = () =>
    app.db.company(
      stuck.companyId,
      (sql) => sql`update files set removal_retry_at = now() where id = ${stuck.id}`,
    )
  // A directory in the place of the object.
  rmSync(stuck.objectPath)
  mkdirSync(stuck.objectPath)

  const sweep = createSweep(app)
  await sweep.now()
  expect(await find(other)).toBeUndefined()
  expect(await find(stuck)).toEqual({ failures: 1, isPostponed: true })
  expect(
    logged.filter((line) => line.includes('failed to remove a file') && line.includes(stuck.id)),
  ).toHaveLength(1)
  expect((await fixtures.call('GET', '/metrics')).text).toContain('aichat_file_removals_failed_total 1')

  await sweep.now()
  expect(await find(stuck)).toEqual({ failures: 1, isPostponed: true })
  await makeDue()
  await sweep.now()
  expect(await find(stuck)).toEqual({ failures: 2, isPostponed: true })

  rmdirSync(stuck.objectPath)
  await makeDue()
  await sweep.now()
  expect(await find(stuck)).toBeUndefined()
})
