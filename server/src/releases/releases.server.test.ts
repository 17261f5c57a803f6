import { describe, expect, test } from 'vitest'
import { createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'

const fixtures = createFixtures()

type Listed = { number: number; createdAt: string; createdBy: object | null; config: object }

async function listReleases(person: Person, projectId: string, query = ''): Promise<Listed[]> {
  return (await person.get('GET', `/api/projects/${projectId}/releases${query}`)).releases
}

/** A project with `count` releases, whose chat names contain their number. */
async function released(count: number) {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { brand: { chatName: 'Release 1' } })
  const save = (patch: object) => owner.get('PATCH', `/api/widget/${project.widgetConfigId}`, patch)
  const publish = () => owner.get('POST', `/api/projects/${project.id}/publish`)
  for (let number = 2; number <= count; number++) {
    await save({ brand: { chatName: `Release ${number}` } })
    await publish()
  }
  const restore = (number: number | string) =>
    owner.call('POST', `/api/projects/${project.id}/releases/${number}/restore`)
  const draft = () => owner.get('GET', `/api/widget/${project.widgetConfigId}`)
  return { owner, project, save, publish, restore, draft }
}

describe('the list of releases', () => {
  test('returns number, time, user and config of each release', async () => {
    const owner = await fixtures.signUp()
    const draft = await owner.get('POST', '/api/projects', { name: 'Shop' })
    expect(await listReleases(owner, draft.id)).toEqual([])
    const { owner: other, project } = await released(2)
    const list = await listReleases(other, project.id)
    expect(list).toMatchObject([
      { number: 2, createdBy: { name: other.data.user.name }, config: { brand: { chatName: 'Release 2' } } },
      { number: 1, config: { brand: { chatName: 'Release 1' } } },
    ])
    expect(list[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(list[0]?.config).not.toHaveProperty('id')
  })

  test('is paginated', async () => {
    const { owner, project } = await released(22)
    const path = `/api/projects/${project.id}/releases`
    const first = await owner.get('GET', path)
    expect(first).toMatchObject({ hasMore: true })
    expect(first.releases.map((one: Listed) => one.number)).toEqual(
      Array.from({ length: 20 }, (_, index) => 22 - index),
    )
    const rest = await owner.get('GET', `${path}?before=3`)
    expect(rest.releases.map((one: Listed) => one.number)).toEqual([2, 1])
    expect(rest.hasMore).toBe(false)
    for (const bad of ['-1', 'x', '1.5', ''])
      expect((await owner.call('GET', `${path}?before=${bad}`)).status).toBe(400)
  })

  test('keeps a release whose publisher was removed', async () => {
    const { owner, project, save } = await released(1)
    const admin = await fixtures.joined(owner, 'Admin')
    await save({ brand: { chatName: 'Theirs' } })
    await admin.get('POST', `/api/projects/${project.id}/publish`)
    expect((await listReleases(owner, project.id))[0]?.createdBy).toMatchObject({ id: admin.data.user.id })
    await owner.call('DELETE', `/api/users/${admin.data.user.id}`)
    expect((await listReleases(owner, project.id))[0]).toMatchObject({ number: 2, createdBy: null })
  })
})

describe('publishing', () => {
  test('creates one release per change, even for ten concurrent requests', async () => {
    const { owner, project, save, publish } = await released(1)
    await Promise.all(Array.from({ length: 10 }, publish))
    expect(await listReleases(owner, project.id)).toHaveLength(1)
    await save({ brand: { chatName: 'Changed' } })
    await Promise.all(Array.from({ length: 10 }, publish))
    expect(await listReleases(owner, project.id)).toHaveLength(2)
    await save({ brand: { chatName: 'Changed again' } })
    await save({ brand: { chatName: 'Changed' } })
    await publish()
    expect(await listReleases(owner, project.id)).toHaveLength(2)
    const { events } = await owner.get('GET', '/api/audit?action=published')
    expect(events).toHaveLength(2)
  })
})

test('the template and the pre-chat mode that Customize sets are no unpublished change', async () => {
  const { owner, project, save, publish } = await released(1)
  const [release] = await listReleases(owner, project.id)
  expect(release?.config).toMatchObject({ realtime: { preChat: { mode: null } } })
  const state = async () => (await owner.get('GET', `/api/projects/${project.id}`)).hasUnpublishedChanges
  await save({ template: { key: 'minimal' }, realtime: { preChat: { mode: 'on_start' } } })
  expect(await state()).toBe(false)
  await publish()
  expect(await listReleases(owner, project.id)).toHaveLength(1)
  await save({ realtime: { preChat: { mode: 'on_demand' } } })
  expect(await state()).toBe(true)
})

test('a field that was filled and cleared again is no unpublished change', async () => {
  const { owner, project, save, publish } = await released(1)
  const state = async () => (await owner.get('GET', `/api/projects/${project.id}`)).hasUnpublishedChanges
  const team = [{ name: 'Ada', photoUrl: 'https://example.com/ada.png' }]
  await save({
    brand: { team },
    greetings: { headline: 'Hello', suggestions: ['Hours?'], translations: { de: { offline: 'Weg' } } },
  })
  expect(await state()).toBe(true)
  await save({
    brand: { team: [] },
    greetings: { headline: '', suggestions: [], translations: { de: { offline: '' } } },
  })
  expect(await state()).toBe(false)
  await publish()
  expect(await listReleases(owner, project.id)).toHaveLength(1)
  await save({ greetings: { suggestions: ['', 'Hours?'] } })
  expect(await state()).toBe(true)
})

describe('restoring', () => {
  test('copies a release into the draft without changing what visitors see', async () => {
    const { owner, project, save, restore, draft } = await released(2)
    await save({
      greetings: { offline: 'Draft only' },
      realtime: { preChat: { enabled: true, fields: [{ key: 'email', label: 'Mail', required: false }] } },
    })
    const { status, body } = await restore(1)
    expect(status).toBe(200)
    const first = (await listReleases(owner, project.id)).at(-1)
    expect(body.data).toMatchObject(first?.config as object)
    expect(await draft()).toEqual(body.data)
    const seen = (await fixtures.call('GET', `/api/public/${project.publicKey}`)).body.data
    expect(seen).toMatchObject({ release: 2, config: { brand: { chatName: 'Release 2' } } })
    expect(await owner.get('GET', `/api/projects/${project.id}`)).toMatchObject({
      hasUnpublishedChanges: true,
      templateKey: 'minimal',
    })
    await restore(2)
    expect((await owner.get('GET', `/api/projects/${project.id}`)).hasUnpublishedChanges).toBe(false)
  })

  test('is audited', async () => {
    const { owner, project, restore } = await released(2)
    await restore(1)
    const { events } = await owner.get('GET', '/api/audit?action=restored')
    expect(events).toMatchObject([
      { user: { name: owner.data.user.name }, subject: { id: project.id, field: 'release', to: '1' } },
    ])
  })

  test.each(['0', '3', '-1', '01', '1.0', 'x', '99999999999999999999', '%00', '1e0'])(
    'returns 404 for the number %s and changes nothing',
    async (number) => {
      const { owner, restore, draft } = await released(2)
      const before = await draft()
      expect(await restore(number)).toMatchObject({ status: 404, body: { message: 'Not found' } })
      expect(await draft()).toEqual(before)
      expect((await owner.get('GET', '/api/audit?action=restored')).events).toEqual([])
    },
  )

  test('uses the release of this project, not of another one', async () => {
    const { owner, project } = await released(3)
    const sibling = await createPublishedProject(owner, { brand: { chatName: 'Sibling' } })
    const path = (number: number) => `/api/projects/${sibling.id}/releases/${number}/restore`
    expect((await owner.call('POST', path(3))).status).toBe(404)
    expect((await owner.get('POST', path(1))).brand.chatName).toBe('Sibling')
    expect((await listReleases(owner, project.id))[0]?.number).toBe(3)
  })
})
