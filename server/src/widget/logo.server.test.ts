import { existsSync } from 'node:fs'
import path from 'node:path'
import { commonSentences } from '@aichat/contracts/kit/common'
import { logoSentences, toWidgetFilePath } from '@aichat/contracts/widget/logo'
import { describe, expect, test } from 'vitest'
import { openConversation } from '../../test/fixtures/conversations.ts'
import { createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { join, type Person, upload, waitUntil } from '../../test/kit/client.ts'
import { markForDeletion } from '../files/store.ts'
import { createSweep } from '../files/sweep.ts'
import type { Sql } from '../kit/db/db.ts'

const fixtures = createFixtures()
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const notFound = { success: false, message: commonSentences.notFound, code: 'not_found' }

type Place = { owner: Person; projectId: string; widgetConfigId: string; publicKey: string }
type File = { name?: string; content?: Buffer; type?: string }

async function openProject(owner: Person): Promise<Place> {
  const { id, widgetConfigId, publicKey } = await createPublishedProject(owner)
  return { owner, projectId: id, widgetConfigId: widgetConfigId as string, publicKey }
}
const openShop = async () => openProject(await fixtures.signUp())

function send(
  { owner, widgetConfigId }: Pick<Place, 'owner' | 'widgetConfigId'>,
  { name = 'logo.png', content = png, type = 'image/png' }: File = {},
) {
  return upload(fixtures.server.url, `/api/widget/${widgetConfigId}/logo`, owner.tokens.accessToken, [
    { name, content, type },
  ])
}

async function uploadLogo(place: Place, file?: File): Promise<string> {
  const { status, body } = await send(place, file)
  if (status !== 201) throw new Error(`the upload answered ${status}: ${JSON.stringify(body)}`)
  return body.data.logoUrl
}

const save = ({ owner, widgetConfigId }: Place, logoUrl: string) =>
  owner.call('PATCH', `/api/widget/${widgetConfigId}`, { brand: { logoUrl } })
const publish = ({ owner, projectId }: Place) => owner.get('POST', `/api/projects/${projectId}/publish`)
const load = (url: string) => fetch(fixtures.server.url + url)
const toId = (url: string) => url.split('/').at(-1) as string

function query<Row extends object>({ owner }: Place, work: (sql: Sql) => Promise<Row[]>): Promise<Row[]> {
  return fixtures.server.app.db.company(owner.data.company.id, work)
}

async function isStored(place: Place, key: string) {
  const rows = await query(place, (sql) => sql`select id from files where key = ${key}`)
  const isObject = existsSync(path.join(fixtures.server.app.settings.dataDir, 'files', key))
  expect(rows.length === 1).toBe(isObject)
  return isObject
}

async function getKey(place: Place, url: string): Promise<string> {
  const [file] = await query(
    place,
    (sql) => sql<{ key: string }>`select key from files where id = ${toId(url)}`,
  )
  return file?.key as string
}

/** Lets a time pass for all files of the company, and removes those that are unused. */
async function sweepAfter(place: Place, hours: number) {
  await query(
    place,
    (sql) => sql`
      update files set created_at = created_at - make_interval(hours => ${hours}),
        removal_retry_at = removal_retry_at - make_interval(hours => ${hours})`,
  )
  const sweep = createSweep(fixtures.server.app)
  await sweep.now()
  await sweep.close()
}

describe('an uploaded logo', () => {
  test.each([
    ['logo.png', png, 'image/png'],
    ['logo.exe', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['logo.svg', Buffer.from('GIF89a<script>'), 'image/gif'],
    ['logo', Buffer.from('RIFF1234WEBPVP8 '), 'image/webp'],
  ])('%s gets the type of its content and is served to every website', async (name, content, mime) => {
    const logoUrl = await uploadLogo(await openShop(), { name, content, type: 'text/html' })
    expect(logoUrl).toMatch(/^\/widget-files\/[\da-f-]{36}$/)
    const response = await load(logoUrl)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': mime,
      'content-length': String(content.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    ['a drawing that may hold a script', 'logo.svg', svg, 400, logoSentences.fileType],
    ['a drawing with the name of an image', 'logo.png', svg, 400, logoSentences.fileType],
    ['a document', 'logo.png', Buffer.from('%PDF-1.7'), 400, logoSentences.fileType],
    ['empty', 'logo.png', Buffer.alloc(0), 400, logoSentences.fileEmpty],
    [
      'larger than 1 MB',
      'logo.png',
      Buffer.concat([png, Buffer.alloc(1024 * 1024)]),
      413,
      logoSentences.fileTooLarge,
    ],
  ])('is refused when it is %s, and leaves no file', async (_, name, content, status, message) => {
    const place = await openShop()
    expect(await send(place, { name, content })).toMatchObject({ status, body: { success: false, message } })
    expect(await query(place, (sql) => sql`select id from files`)).toEqual([])
  })

  test('is accepted up to 1 MB', async () => {
    const content = Buffer.concat([png, Buffer.alloc(1024 * 1024 - png.length)])
    expect((await send(await openShop(), { content })).status).toBe(201)
  })

  test('needs one file in the field', async () => {
    const { owner, widgetConfigId } = await openShop()
    const { status, body } = await upload(
      fixtures.server.url,
      `/api/widget/${widgetConfigId}/logo`,
      owner.tokens.accessToken,
      [{ name: 'logo.png', content: png, field: 'image' }],
    )
    expect({ status, message: body.message }).toEqual({ status: 400, message: logoSentences.fileMissing })
  })

  test('is for Owners and Admins, and not for another company', async () => {
    const place = await openShop()
    const [admin, agent] = [
      await join(fixtures.server.url, place.owner, 'Admin', 'Mona'),
      await join(fixtures.server.url, place.owner, 'Agent', 'Ravi'),
    ]
    const { widgetConfigId } = place
    expect((await send({ owner: admin, widgetConfigId })).status).toBe(201)
    expect((await send({ owner: agent, widgetConfigId })).status).toBe(403)
    const stranger = await fixtures.signUp('other')
    expect(await send({ owner: stranger, widgetConfigId })).toMatchObject({ status: 404, body: notFound })
  })

  test('is used by the draft and the release of its own project only', async () => {
    const place = await openShop()
    const logoUrl = await uploadLogo(place)
    for (const other of [await openProject(place.owner), await openShop()]) {
      expect(await save(other, logoUrl)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'brand.logoUrl', message: logoSentences.fileUnknown }] },
      })
    }
    const saved = await save(place, logoUrl)
    expect(saved).toMatchObject({ status: 200, body: { data: { brand: { logoUrl } } } })
    await publish(place)
    const { body } = await fixtures.call('GET', `/api/public/${place.publicKey}`)
    expect(body.data.config.brand.logoUrl).toBe(logoUrl)
  })

  test.each([
    '/widget-files/',
    '/widget-files/../api/me',
    '//widget-files/01a203b2-8b20-7505-bb93-03f62362184f',
    '/widget-files/01a203b2-8b20-7505-bb93-03f62362184f?x',
    '/widget-files/01A203B2-8B20-7505-BB93-03F62362184F',
  ])('is not named by the address %s', async (logoUrl) => {
    expect((await save(await openShop(), logoUrl)).status).toBe(400)
  })
})

describe('the public address of files', () => {
  test('serves neither an attachment, nor knowledge, nor an unknown or malformed id', async () => {
    const { owner, project, path: conversation } = await openConversation(fixtures)
    const token = owner.tokens.accessToken
    const part = [{ name: 'a.png', content: png }]
    const attachment = await upload(fixtures.server.url, `${conversation}/attachments`, token, part)
    const document = await upload(
      fixtures.server.url,
      `/api/projects/${project.id}/agent/upload/file`,
      token,
      [{ name: 'a.txt', content: 'We deliver within three days.' }],
    )
    expect([attachment.status, document.status]).toEqual([201, 201])
    const files = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql<{ id: string }>`select id from files`,
    )
    expect(files).toHaveLength(2)
    const ids = [...files.map(({ id }) => id), '01a203b2-8b20-7505-bb93-03f62362184f', 'x', '%00', "1'--"]
    for (const id of ids) {
      const { status, body, headers } = await fixtures.call('GET', toWidgetFilePath(id))
      expect({ status, body }, id).toMatchObject({ status: 404, body: notFound })
      expect(headers.get('cache-control'), id).toBe('no-store')
    }
    expect((await fixtures.call('GET', `${toWidgetFilePath('x')}/y`)).status).toBe(404)
  })
})

test('the logo of a project is not served from its deletion on', async () => {
  const place = await openShop()
  const logoUrl = await uploadLogo(place)
  await save(place, logoUrl)
  // Before its rows are removed in the background.
  await query(
    place,
    (sql) => sql`update projects set deletion_requested_at = now() where id = ${place.projectId}`,
  )
  expect((await load(logoUrl)).status).toBe(404)
})

describe('the sweep of unused uploads', () => {
  test('deletes a logo that was never used after 24 hours', async () => {
    const place = await openShop()
    const logoUrl = await uploadLogo(place)
    const key = await getKey(place, logoUrl)
    await sweepAfter(place, 23)
    expect(await isStored(place, key)).toBe(true)
    await sweepAfter(place, 2)
    expect(await isStored(place, key)).toBe(false)
    expect((await load(logoUrl)).status).toBe(404)
    expect((await save(place, logoUrl)).status).toBe(400)
  })

  test('keeps the logo of the draft, and deletes a replaced one 24 hours later', async () => {
    const place = await openShop()
    const [first, second] = [await uploadLogo(place), await uploadLogo(place)]
    const keys = [await getKey(place, first), await getKey(place, second)] as const
    await save(place, first)
    await sweepAfter(place, 20)
    await save(place, second)
    await sweepAfter(place, 23)
    expect([await isStored(place, keys[0]), await isStored(place, keys[1])]).toEqual([true, true])
    // An edit that is undone uses it again.
    await save(place, first)
    await save(place, second)
    await sweepAfter(place, 23)
    expect(await isStored(place, keys[0])).toBe(true)
    await sweepAfter(place, 2)
    expect([await isStored(place, keys[0]), await isStored(place, keys[1])]).toEqual([false, true])
  })

  test('keeps a logo that a release uses, also an earlier release, which can be restored', async () => {
    const place = await openShop()
    const [first, second] = [await uploadLogo(place), await uploadLogo(place)]
    await save(place, first)
    await publish(place)
    await save(place, second)
    await publish(place)
    await save(place, '')
    await sweepAfter(place, 1000)
    expect([(await load(first)).status, (await load(second)).status]).toEqual([200, 200])
    const { releases } = await place.owner.get('GET', `/api/projects/${place.projectId}/releases`)
    const earlier = releases.find(
      ({ config }: { config: { brand: { logoUrl: string } } }) => config.brand.logoUrl === first,
    )
    await place.owner.get('POST', `/api/projects/${place.projectId}/releases/${earlier.number}/restore`, {})
    const { brand } = await place.owner.get('GET', `/api/widget/${place.widgetConfigId}`)
    expect(brand.logoUrl).toBe(first)
  })

  test('deletes the logo of a draft that is replaced by a release', async () => {
    const place = await openShop()
    const logoUrl = await uploadLogo(place)
    const key = await getKey(place, logoUrl)
    await save(place, logoUrl)
    await place.owner.get('POST', `/api/projects/${place.projectId}/releases/1/restore`, {})
    await sweepAfter(place, 25)
    expect(await isStored(place, key)).toBe(false)
  })

  test('keeps a logo that becomes used after it was found', async () => {
    const place = await openShop()
    const logoUrl = await uploadLogo(place)
    await save(place, logoUrl)
    await query(place, (sql) => sql`update files set created_at = now() - interval '25 hours'`)
    const mark = () => query(place, async (sql) => [{ key: await markForDeletion(sql, toId(logoUrl), 24) }])
    expect(await mark()).toEqual([{ key: null }])
  })

  test('deletes the logos of a deleted project', async () => {
    const place = await openShop()
    const logoUrl = await uploadLogo(place)
    const key = await getKey(place, logoUrl)
    await save(place, logoUrl)
    await publish(place)
    await place.owner.get('DELETE', `/api/projects/${place.projectId}`)
    await waitUntil(
      () => isStored(place, key).catch(() => true),
      (stored) => !stored,
    )
    expect((await load(logoUrl)).status).toBe(404)
  })
})

test('the sweep of the version before does not find a used logo', async () => {
  const place = await openShop()
  const logoUrl = await uploadLogo(place)
  const find = () =>
    fixtures.server.app.db.lookup((sql) => sql`select id from files where id = ${toId(logoUrl)}`)
  expect(await find()).toHaveLength(1)
  await save(place, logoUrl)
  expect(await find()).toEqual([])
})
