import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addKnowledge, createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { createScriptedSite, type ScriptedSite } from '../../test/fixtures/scripted-site.ts'
import { type Person, signUp } from '../../test/kit/client.ts'
import { website } from '../../test/kit/model-server.ts'
import { startServer, type TestServer } from '../../test/kit/server.ts'
import { createFetchPage } from '../kit/http/fetch-page.ts'
import { createPublicWeb, isPublic } from '../kit/http/public-web.ts'
import { splitIntoChunks } from './index/split-into-chunks.ts'
import { splitSentences } from './index/split-sentences.ts'
import { readPage } from './read/html/read-page.ts'
import { readText } from './read/read-text.ts'

const fixtures = createFixtures()

/** A website, and a server that may fetch its pages. */
let site: ScriptedSite
let fetching: TestServer & { stop(): Promise<void> }
beforeAll(async () => {
  site = await createScriptedSite()
  fetching = await startServer({ fetchAllow: [site.host] })
})
afterAll(async () => {
  await fetching?.stop()
  site?.close()
})

async function base(owner: Person): Promise<string> {
  const { id } = await createPublishedProject(owner)
  return `/api/projects/${id}/agent/kb`
}

describe('an item', () => {
  test('is pending until it is embedded, and can be embedded again', async () => {
    const owner = await fixtures.signUp()
    const path = await base(owner)
    const item = await owner.get('POST', path, { type: 'manual', content: ' We are open.\n\nAlways. ' })
    expect(item).toMatchObject({
      type: 'manual',
      status: 'pending',
      title: 'We are open.',
      rawText: 'We are open.\n\nAlways.',
      chunks: 0,
      error: null,
      order: 1,
    })
    for (let index = 0; index < 2; index++) {
      expect(await owner.get('PATCH', `${path}/${item.id}/embedded`)).toEqual({
        status: 'embedded',
        error: null,
      })
    }
    const again = await owner.get('POST', path, { type: 'manual', content: 'More' })
    expect(await owner.get('GET', path)).toMatchObject([
      { id: again.id, status: 'pending', order: 2 },
      { id: item.id, status: 'embedded', chunks: 1, order: 1 },
    ])
    await owner.get('DELETE', `${path}/${item.id}`)
    expect(await owner.get('GET', path)).toHaveLength(1)
  })

  test.each([
    [{}],
    [{ type: 'manual' }],
    [{ type: 'manual', content: '  ' }],
    [{ type: 'manual', content: ['x'] }],
    [{ type: 'manual', content: 'x'.repeat(100_001) }],
    [{ type: 'url', url: 'shop' }],
    [{ type: 'url', url: 'ftp://example.com' }],
    [{ type: 'file', s3Key: 'other/tenant' }],
    [{ type: 'else', content: 'x' }],
  ])('is refused for invalid input %#', async (draft) => {
    const owner = await fixtures.signUp()
    expect((await owner.call('POST', await base(owner), draft)).status).toBe(400)
  })

  test('of a page is fetched, parsed and broadcast to the console', async () => {
    site.set('/moved', { status: 302, headers: { location: '/help' } })
    site.set('/help', {
      body: `<html><head><title>Help</title><script>alert(1)</script></head><body><nav>Menu</nav><article>
        <h1>Help</h1><h2>Warranty</h2><p>Every tent has a warranty of 10 years.</p><ul><li>Poles</li><li>Pegs</li></ul>
        <p>${'We repair what breaks. '.repeat(20)}</p></article></body></html>`,
    })
    const owner = await signUp(fetching.url, 'acme')
    const line = await owner.connect()
    const path = await base(owner)
    const item = await owner.get('POST', path, { type: 'url', url: `${site.origin}/moved` })
    expect(item).toMatchObject({
      type: 'url',
      title: `${site.origin}/moved`,
      sourceUrl: `${site.origin}/moved`,
      rawText: null,
    })
    expect(await owner.get('PATCH', `${path}/${item.id}/embedded`)).toEqual({
      status: 'embedded',
      error: null,
    })
    await line.next('knowledge:updated', ({ status }) => status === 'embedded')
    const updates = line.received
      .filter(({ event }) => event === 'knowledge:updated')
      .map(({ data }) => data as { itemId: string; status: string; stage: string | null })
    expect(updates.map(({ status, stage }) => [status, stage])).toEqual([
      ['pending', 'waiting'],
      ['pending', 'fetching'],
      ['pending', 'reading'],
      ['pending', 'indexing'],
      ['embedded', null],
    ])
    expect(new Set(updates.map(({ itemId }) => itemId))).toEqual(new Set([item.id]))
    const [stored] = await owner.get('GET', path)
    expect(stored).toMatchObject({ title: 'Help', status: 'embedded' })
    expect(stored.chunks).toBeGreaterThan(0)
  })

  test.each([
    ['http://127.0.0.1:1/', "Addresses with a port can't be read. Remove the port and try again."],
    ['http://127.0.0.1/', 'The address is not on the public web.'],
    ['http://[::1]/', 'The address is not on the public web.'],
    ['http://0x7f.1/', 'The address is not on the public web.'],
    ['http://2130706433/', 'The address is not on the public web.'],
    ['http://169.254.169.254/latest/meta-data', 'The address is not on the public web.'],
    ['http://[::ffff:127.0.0.1]/', 'The address is not on the public web.'],
    ['http://nowhere.invalid/', 'The website could not be found.'],
  ])('of the address %s fails with a message', async (url, error) => {
    const owner = await fixtures.signUp()
    const path = await base(owner)
    const item = await owner.get('POST', path, { type: 'url', url })
    expect(await owner.get('PATCH', `${path}/${item.id}/embedded`)).toEqual({ status: 'failed', error })
    expect((await owner.get('GET', path))[0]).toMatchObject({ status: 'failed', error })
  })
})

describe('the page fetcher', () => {
  const fetchFrom = async (pages: Parameters<typeof website>[0], path: string) => {
    const site = await website(pages)
    return createFetchPage(createPublicWeb([new URL(site).host], ['own.example']))(`${site}${path}`)
  }

  test.each([
    ['redirects without end', { '/a': { status: 302, location: '/a' } }, 'The page redirects too often.'],
    [
      'redirects inside',
      { '/a': { status: 302, location: 'http://127.0.0.1:22/' } },
      "Addresses with a port can't be read. Remove the port and try again.",
    ],
    [
      'redirects to a file',
      { '/a': { status: 302, location: 'file:///etc/passwd' } },
      'Only http and https addresses can be read.',
    ],
    [
      'redirects to an invalid address',
      { '/a': { status: 302, location: 'http://[' } },
      'The page redirects to an address that is not valid.',
    ],
    ['is no page', { '/a': { type: 'image/png', body: 'x' } }, 'The address does not lead to a web page.'],
    ['is not there', {}, 'The page answered with status 404.'],
    [
      'is too large',
      { '/a': { body: Buffer.alloc(5_100_000, 'a') } },
      'The page is too large (5 MB at most).',
    ],
  ])('refuses a page that %s', async (_, pages, sentence) => {
    await expect(fetchFrom(pages, '/a')).rejects.toThrow(sentence)
  })

  test.each([
    ['of the media type', 'text/html; charset=iso-8859-1', ''],
    ['of the document', 'text/html', '<meta charset="iso-8859-1">'],
    [
      'of the media type before that of the document',
      'text/html; charset=iso-8859-1',
      '<meta charset=utf-8>',
    ],
  ])('reads the charset %s', async (_, type, head) => {
    const page = await fetchFrom({ '/a': { type, body: Buffer.from(`${head}Caf\xe9`, 'latin1') } }, '/a')
    expect(page.text).toBe(`${head}Café`)
  })

  test.each([
    '10.0.0.1',
    '100.64.0.1',
    '127.1.2.3',
    '169.254.1.1',
    '172.16.0.1',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '0.0.0.0',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '100::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
  ])('classifies %s as private', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111'])('classifies %s as public', (address) => {
    expect(isPublic(address)).toBe(true)
  })
})

describe('parsing', () => {
  test('keeps headings and separates blocks', () => {
    const page = readPage({
      url: 'https://a.example',
      type: 'text/html',
      text: '<title>T</title><body><h2>One</h2><div>first<div>second</div></div><h2>Two</h2><table><tr><td>a</td><td>b</td></tr></table></body>',
    })
    expect(page).toEqual({
      title: 'T',
      lowReadPercent: null,
      sections: [
        { heading: 'One', headings: ['One'], paragraphs: ['first', 'second'] },
        { heading: 'Two', headings: ['Two'], paragraphs: ['a: b'] },
      ],
    })
  })

  test.each(['div', 'ul><li', 'details', 'nav', 'blockquote', 'b', 'table'])(
    'handles a page of 20,000 nested elements <%s>',
    (tags) => {
      const text = `<body>before${`<${tags}>`.repeat(20_000)}deep</body>`
      expect(JSON.stringify(readPage({ url: 'https://a.example', type: 'text/html', text }))).toContain(
        'before',
      )
    },
  )

  test('of a page that exceeds the time limit fails with a message and does not block the server', async () => {
    site.set('/bad', { body: `<body>${'<div a="'.repeat(300_000)}` })
    const owner = await signUp(fetching.url, 'acme')
    const path = await base(owner)
    const item = await owner.get('POST', path, { type: 'url', url: `${site.origin}/bad` })
    let isEmbedding = true
    const embedding = owner.get('PATCH', `${path}/${item.id}/embedded`).finally(() => {
      isEmbedding = false
    })
    // A blocked server would answer hardly any of them in the meantime.
    let answered = 0
    for (; isEmbedding; answered++) expect((await owner.call('GET', '/api/me')).status).toBe(200)
    expect(answered).toBeGreaterThan(20)
    expect((await embedding).status).toBe('failed')
  })

  test('splits long text between sentences without loss, with the offset of each chunk', () => {
    const sentences = Array.from({ length: 200 }, (_, index) => `Sentence number ${index} says something.`)
    const { text, chunks } = splitIntoChunks(
      readText(`# Head\n\n## Part\n${sentences.join(' ')}\n\n## Other\nA short end.`, 'T'),
    )
    expect(chunks.length).toBeGreaterThan(5)
    let covered = ''
    for (const chunk of chunks) {
      expect(chunk.body.length).toBeLessThanOrEqual(1200)
      expect(text.slice(chunk.start, chunk.end)).toBe(chunk.body)
      covered += ` ${chunk.body.slice(chunk.overlap).trim()}`
    }
    expect(covered.trim()).toBe(`${sentences.join(' ')} A short end.`)
    expect(new Set(chunks.map((chunk) => chunk.headings.join(' / ')))).toEqual(
      new Set(['Head / Part', 'Head / Other']),
    )
    const [first, second] = chunks
    expect(first?.overlap).toBe(0)
    expect(second?.overlap).toBeGreaterThan(20)
    expect(first?.body.endsWith(second?.body.slice(0, second.overlap).trim() ?? '-')).toBe(true)
    expect(chunks.at(-1)?.overlap).toBe(0)
  })

  test('splits text without sentences, but never a surrogate pair', () => {
    const { text, chunks } = splitIntoChunks(readText('\u{1F600}'.repeat(2000), 'T'))
    expect(chunks.map((chunk) => chunk.body.slice(chunk.overlap)).join('')).toBe(text)
    for (const { body } of chunks) expect(body).not.toMatch(/^[\uDC00-\uDFFF]/)
  })

  test('does not end a sentence at an abbreviation', () => {
    expect(splitSentences('It costs approx. 5 euros, e.g. in Bonn. See no. 7.')).toEqual([
      'It costs approx. 5 euros, e.g. in Bonn.',
      'See no. 7.',
    ])
  })
})

describe('the word counts of a project', () => {
  test('are updated when an item is embedded again or deleted', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const counts = () =>
      fixtures.server.app.db.company(owner.data.company.id, async (sql) =>
        Object.fromEntries(
          (
            await sql<{ word: string; chunks: number }>`
              select word, chunk_count as chunks from knowledge_word_counts where project_id = ${project.id}`
          ).map(({ word, chunks }) => [word, chunks]),
        ),
      )
    const first = await addKnowledge(owner, project.id, 'Zebras graze.')
    const second = await addKnowledge(owner, project.id, 'Zebras sleep.')
    expect(await counts()).toEqual({ '': 2, zebra: 2, graze: 1, sleep: 1 })
    const base = `/api/projects/${project.id}/agent/kb`
    await owner.get('PATCH', `${base}/${second}/embedded`)
    expect(await counts()).toEqual({ '': 2, zebra: 2, graze: 1, sleep: 1 })
    await owner.get('DELETE', `${base}/${first}`)
    expect(await counts()).toEqual({ '': 1, zebra: 1, sleep: 1 })
    await owner.get('DELETE', `${base}/${second}`)
    expect(await counts()).toEqual({})
  })

  test('are correct when items are embedded concurrently', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        addKnowledge(owner, project.id, `Zebras and lions, herd ${index}.`),
      ),
    )
    const rows = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`
        select word, chunk_count as chunks from knowledge_word_counts
        where project_id = ${project.id} and word in ('', 'zebra', 'lion') order by 1`,
    )
    expect(rows).toEqual([
      { word: '', chunks: 8 },
      { word: 'lion', chunks: 8 },
      { word: 'zebra', chunks: 8 },
    ])
  })
})
