import { parseOrigin } from '@aichat/contracts/widget/installation'
import { describe, expect, test } from 'vitest'
import { createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { type Person, waitUntil } from '../../test/kit/client.ts'
import { addCheckIn } from './store.ts'

const fixtures = createFixtures()
const shop = 'https://shop.example.com'
const otherSite = 'https://other.example.net'

/** A published project with the shop as its website, and its requests. */
async function installed(websiteUrl: string | null = `${shop}/start?a=b`) {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  await owner.get('PUT', `/api/projects/${project.id}`, { name: 'Shop', websiteUrl: websiteUrl ?? '' })
  const key = project.publicKey
  return {
    owner,
    project,
    look: () => owner.get('GET', `/api/projects/${project.id}/installation`),
    allow: (origins: unknown) => owner.call('PATCH', `/api/projects/${project.id}/origins`, { origins }),
    load: (origin: string, query = '', headers: Record<string, string> = {}) =>
      fixtures.call('GET', `/api/public/${key}${query}`, undefined, { ...headers, origin }),
    begin: (body: object, headers: Record<string, string> = {}) =>
      fixtures.call('POST', `/api/public/${key}/visitors`, body, headers),
    ancestors: async (headers: Record<string, string> = {}) => {
      const answer = await fixtures.call('GET', `/widgets/frame/${key}`, undefined, headers)
      return /frame-ancestors (.*)$/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    },
  }
}

describe('allowed websites', () => {
  test('are the project’s website and additional origins, or all when both are empty', async () => {
    const { owner, project, allow, ancestors, look } = await installed()
    expect(await look()).toMatchObject({ website: shop, origins: [] })
    expect(await ancestors()).toBe(shop)
    const { body } = await allow([`${otherSite}/a/page?q#h`, 'https://SHOP.example.com:443', otherSite])
    expect(body.data).toMatchObject({ website: shop, origins: [otherSite, shop] })
    expect(await ancestors()).toBe(`${shop} ${otherSite}`)
    await owner.get('PUT', `/api/projects/${project.id}`, { name: 'Shop', websiteUrl: '' })
    expect(await ancestors()).toBe(`${otherSite} ${shop}`)
    await allow([])
    expect(await ancestors()).toBe('*')
  })

  test.each([
    [[7]],
    ['https://a.example.com'],
    [undefined],
    [['']],
    [['acme']],
    [['javascript:alert(1)']],
    [['data:text/html,x']],
    [['null']],
    [['https://*']],
    [['https://*.example.com']],
    [['https://a.example.com;script-src']],
    [['https://a.example.com,b']],
    [["https://'self'"]],
    [[`https://${'a'.repeat(500)}.com`]],
    [Array.from({ length: 21 }, (_, index) => `https://${index}.example.com`)],
  ])('returns 400 for %j and keeps the list', async (origins) => {
    const { allow, look } = await installed()
    await allow([otherSite])
    expect((await allow(origins)).status).toBe(400)
    expect((await look()).origins).toEqual([otherSite])
  })

  test('a website address with CSP syntax allows no origin', async () => {
    for (const address of ['https://a;script-src', 'https://*', 'https://a,b']) {
      const { ancestors, begin } = await installed(address)
      expect(await ancestors(), address).toBe("'none'")
      expect((await begin({ pageUrl: 'https://a/' })).status).toBe(403)
    }
  })

  test('changes are audited, but not saves without a change', async () => {
    const { owner, allow } = await installed()
    await allow([otherSite])
    await allow([otherSite])
    await allow([])
    const { events } = await owner.get('GET', '/api/audit?action=origins_changed')
    expect(events.map((event: { subject: object }) => event.subject)).toMatchObject([
      { field: 'origins', from: otherSite, to: '' },
      { field: 'origins', from: '', to: otherSite },
    ])
  })
})

describe('a visit', () => {
  test('starts on allowed origins, including https for http, and nowhere else', async () => {
    const { begin, allow } = await installed('http://shop.example.com')
    await allow(['https://docs.example.com'])
    for (const pageUrl of ['http://shop.example.com/a', `${shop}/a`, 'https://docs.example.com/b'])
      expect((await begin({ pageUrl })).status, pageUrl).toBe(200)
    for (const pageUrl of [otherSite, 'http://docs.example.com/', `${shop}.evil.example/`, `${shop}:8443/`])
      expect(await begin({ pageUrl }), pageUrl).toMatchObject({
        status: 403,
        body: { message: 'This chat is not available.', code: 'forbidden' },
      })
    expect((await begin({}, { origin: otherSite })).status).toBe(403)
    expect((await begin({ pageUrl: `${shop}/a` }, { origin: otherSite })).status).toBe(403)
    expect((await begin({}, { origin: 'null' })).status).toBe(403)
  })

  test('is not resumed from another origin', async () => {
    const { begin } = await installed()
    const { visitorToken } = (await begin({ pageUrl: shop })).body.data
    expect((await begin({ visitorToken, pageUrl: otherSite })).status).toBe(403)
    expect((await begin({ visitorToken, pageUrl: shop })).body.data.returning).toBe(true)
  })

  test('starts on our own pages and for clients without an origin', async () => {
    const { begin } = await installed()
    const own = new URL(fixtures.server.url)
    expect((await begin({})).status).toBe(200)
    expect((await begin({}, { origin: 'http://localhost:3000' })).status).toBe(200)
    expect((await begin({ pageUrl: `${own.origin}/widgets/frame/x` }, { origin: own.origin })).status).toBe(
      200,
    )
    expect((await begin({ pageUrl: 'file:///home/page.html' })).status).toBe(200)
  })

  test('starts anywhere without allowed websites', async () => {
    const { begin } = await installed(null)
    expect((await begin({ pageUrl: otherSite }, { origin: otherSite })).status).toBe(200)
  })
})

describe('installation check-ins', () => {
  test('are empty at first, then list the origin and the page without its query', async () => {
    const { look, load, begin } = await installed()
    expect(await look()).toMatchObject({ seen: [], refused: [] })
    const { headers } = await load(shop)
    expect(headers.get('aichat-refused')).toBeNull()
    expect(await waitUntil(look, ({ seen }) => seen.length === 1)).toMatchObject({
      seen: [{ origin: shop, pageUrl: null, count: 1 }],
      refused: [],
    })
    await begin({ pageUrl: `${shop}/tents?token=secret#x` })
    await load(shop, `?check=${encodeURIComponent(`${shop}/boots?token=secret`)}`)
    const { seen } = await look()
    expect(seen).toMatchObject([{ origin: shop, pageUrl: `${shop}/boots`, count: 3 }])
  })

  test('with the check parameter are stored before the response, not cached, and ignore pages of other origins', async () => {
    const { look, load } = await installed()
    const { headers } = await load(shop, `?check=${encodeURIComponent(`${otherSite}/x`)}`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await look()).seen).toMatchObject([{ origin: shop, pageUrl: null }])
  })

  test('of a refused website get a header, are counted and listed until it is allowed', async () => {
    const { look, load, begin, allow } = await installed()
    const { status, headers } = await load(otherSite)
    expect([status, headers.get('aichat-refused'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      '1',
      '*',
    ])
    expect(headers.get('access-control-expose-headers')).toBe('Aichat-Refused')
    expect(headers.get('vary')).toMatch(/origin/i)
    await begin({ pageUrl: `${otherSite}/x` })
    await load(otherSite, '?check=x')
    expect(await waitUntil(look, ({ refused }) => refused[0]?.count === 3)).toMatchObject({
      seen: [],
      refused: [{ origin: otherSite, pageUrl: null, count: 3 }],
    })
    expect((await allow([otherSite])).body.data.refused).toEqual([])
    expect((await load(otherSite)).headers.get('aichat-refused')).toBeNull()
    expect((await waitUntil(look, ({ seen }) => seen.length === 1)).seen[0].origin).toBe(otherSite)
  })

  test('a refusal is not cached and shares no ETag with the allowed response', async () => {
    const { load, allow } = await installed()
    const tagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? ''
    const refused = await load(otherSite)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const allowed = await load(shop)
    expect(allowed.headers.get('cache-control')).toBe('public, max-age=60')
    expect(tagOf(refused)).not.toBe(tagOf(allowed))
    expect(await load(otherSite, '', { 'if-none-match': tagOf(allowed) })).toMatchObject({ status: 200 })
    await allow([otherSite])
    const now = await load(otherSite, '', { 'if-none-match': tagOf(refused) })
    expect([now.status, now.headers.get('aichat-refused'), tagOf(now)]).toEqual([200, null, tagOf(allowed)])
    const plain = await load(shop, '', { 'accept-encoding': 'identity' })
    expect(tagOf(plain)).not.toBe(tagOf(allowed))
  })

  test('count a frame that another website embeds', async () => {
    const { look, ancestors } = await installed()
    const frame = { referer: `${otherSite}/page`, 'sec-fetch-dest': 'iframe' }
    expect(await ancestors(frame)).toBe(shop)
    await waitUntil(look, ({ refused }) => refused[0]?.origin === otherSite)
    await ancestors({ referer: 'https://search.example.org/', 'sec-fetch-dest': 'document' })
    expect((await look()).refused).toHaveLength(1)
  })

  test.each(['null', 'x', 'file://', 'https://*', 'https://a;b', `https://${'a'.repeat(3000)}.com`])(
    'ignore the origin %s',
    async (origin) => {
      const { look, load } = await installed(null)
      expect((await load(origin)).status).toBe(200)
      expect(await look()).toMatchObject({ seen: [], refused: [] })
    },
  )

  test('delete the least recently seen origins of the same project', async () => {
    const { owner, project, look } = await installed(null)
    const other = await createPublishedProject(owner)
    const add = (projectId: string, number: number) =>
      fixtures.server.app.db.company(owner.data.company.id, (sql) =>
        addCheckIn(sql, {
          companyId: owner.data.company.id,
          projectId,
          origin: `https://${number}.example.com`,
          isRefused: false,
          pageUrl: null,
          count: 1,
          lastSeenAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
        }),
      )
    await add(other.id, 0)
    for (let number = 0; number < 60; number++) await add(project.id, number)
    const { seen } = await look()
    expect(seen).toHaveLength(50)
    expect(seen[0].origin).toBe('https://59.example.com')
    expect((await owner.get('GET', `/api/projects/${other.id}/installation`)).seen).toHaveLength(1)
  })

  test('are deleted with their project, and late ones are ignored', async () => {
    const { owner, project, load } = await installed()
    await load(shop)
    await owner.call('DELETE', `/api/projects/${project.id}`)
    expect(await countOf(owner)).toBe(0)
    await fixtures.server.app.db.company(owner.data.company.id, (sql) =>
      addCheckIn(sql, {
        companyId: owner.data.company.id,
        projectId: project.id,
        origin: shop,
        isRefused: false,
        pageUrl: null,
        count: 1,
        lastSeenAt: new Date().toISOString(),
      }),
    )
    expect(await countOf(owner)).toBe(0)
  })
})

async function countOf(owner: Person): Promise<number | undefined> {
  const [row] = await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql<{ count: number }>`select count(*)::int as count from installation_check_ins`,
  )
  return row?.count
}

test.each([
  ['https://acme.com/a?b#c', 'https://acme.com'],
  ['http://ACME.com:80', 'http://acme.com'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['http://[::1]:8080/', 'http://[::1]:8080'],
  ['http://my_shop.example.com', 'http://my_shop.example.com'],
  ['ftp://acme.com', null],
  ['acme.com', null],
  ['https://a b', null],
  ['', null],
])('the origin of %s is %s', (address, origin) => {
  expect(parseOrigin(address)).toBe(origin)
})
