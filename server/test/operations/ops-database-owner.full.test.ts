import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createPrivateFixtures } from '../fixtures/fixtures.ts'
import { createBackup, restoreInto } from '../kit/backups.ts'
import { sharedTest as test } from '../kit/engine.ts'

const fixtures = createPrivateFixtures()

test('backup and restore work for a database owner who is no superuser', async () => {
  await fixtures.signUp('acme')
  await fixtures.signUp('rival')
  const whole = await createBackup(fixtures.server)
  const { databaseUrl, dataDir } = fixtures.server.app.settings
  const admin = new pg.Client({ connectionString: databaseUrl as string })
  await admin.connect()
  const name = `aichat_mover_${process.pid}`
  await admin.query(`CREATE ROLE ${name} LOGIN CREATEROLE`)
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`)
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.query(`DROP ROLE ${name}`)
    await admin.end()
  })
  const url = new URL(databaseUrl as string)
  url.username = name
  url.pathname = `/${name}`
  const place = { dataDir, databaseUrl: url.href }
  await restoreInto(fixtures.server, whole.bytes, place)
  const { manifest } = await createBackup(fixtures.server, place)
  expect(manifest).toEqual(whole.manifest)
  expect(manifest.tables.companies?.rows).toBe(2)

  const owner = new pg.Client({ connectionString: url.href })
  await owner.connect()
  const { rows } = await owner.query('SELECT count(*)::int AS seen FROM companies')
  await owner.end()
  expect(rows).toEqual([{ seen: 0 }])
})
