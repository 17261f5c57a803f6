import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import type { Message } from '@aichat/contracts/chat/messages'
import { afterAll, describe, expect, test } from 'vitest'
import { pdfOf } from '../../../../test/code/documents.ts'
import { createPrivateFixtures, createPublishedProject } from '../../../../test/fixtures/fixtures.ts'
import {
  accordionPages,
  dataPages,
  type HelpPage,
  littleReadPages,
  nextFlight,
  noisyPages,
  ordinaryPages,
  scriptOnlyPage,
  structuredPages,
} from '../../../../test/fixtures/help-pages.ts'
import { createScriptedSite } from '../../../../test/fixtures/scripted-site.ts'
import type { Person } from '../../../../test/kit/client.ts'
import { extractPage, readFetchedPage } from '../extract-child.ts'
import { readPage } from './read-page.ts'

const allPages = [...accordionPages, ...noisyPages, ...structuredPages, ...dataPages]
const pdf = pdfOf([[{ text: 'You can return a tent within 45 days of delivery.', y: 700 }]])
const site = await createScriptedSite({
  '/little': { body: littleReadPages[0]?.html ?? '' },
  '/ordinary': { body: ordinaryPages[0]?.html ?? '' },
  '/terms%20and%20returns.pdf': { headers: { 'content-type': 'application/pdf' }, body: pdf },
  ...Object.fromEntries(allPages.map(({ html }, index) => [`/${index}`, { body: html }])),
})
afterAll(site.close)
const fixtures = createPrivateFixtures({ fetchAllow: [site.host] })

const asPage = (html: string) => ({ url: 'https://example.com/help', type: 'text/html', text: html })

function paragraphsOf(html: string): string[] {
  return readPage(asPage(html)).sections.flatMap(({ headings, paragraphs }) =>
    paragraphs.map((paragraph) =>
      headings.length > 0 ? `${headings.join(' / ')}: ${paragraph}` : paragraph,
    ),
  )
}

function expectContent({ html, includes, excludes }: HelpPage): void {
  const paragraphs = paragraphsOf(html)
  expect(paragraphs).toEqual(expect.arrayContaining(includes))
  for (const text of excludes) expect(paragraphs.join('\n')).not.toContain(text)
}

describe('questions and answers stay together in', () => {
  test.each(accordionPages)('$name', expectContent)
})

describe('the article is read without', () => {
  test.each(noisyPages)('$name', expectContent)
})

describe('structure is preserved in', () => {
  test.each(structuredPages)('$name', expectContent)
})

describe('data is read from', () => {
  test.each(dataPages)('$name', expectContent)

  test('JSON-LD once when the page shows it as well', () => {
    const text = paragraphsOf(dataPages[2]?.html ?? '').join('\n')
    expect(text.match(/within 45 days/g)).toHaveLength(1)
  })
})

test('embedded data of the Next.js App Router is read within limits', () => {
  const text = 'Dry the tent before you pack it. '.repeat(2000)
  const long = `5:T${text.length.toString(16)},${text}`
  const references = JSON.stringify(['$', 'main', null, { children: Array(50_000).fill('$5') }])
  const nested = `${'["$","div",null,{"children":'.repeat(5000)}"Dry the tent."${'}]'.repeat(5000)}`
  const page = readPage(asPage(nextFlight([`${long}6:${references}`, `7:${nested}`, '8:Tffffffff,cut off'])))
  const read = page.sections.flatMap(({ paragraphs }) => paragraphs).join(' ')
  expect(read).toContain('Dry the tent before you pack it.')
  expect(read.length).toBeLessThan(2_500_000)
})

test('a page that shows its text only with JavaScript is refused with a message', async () => {
  const refused = {
    problem:
      'This page needs JavaScript to show its text, so it could not be read. Add its text manually or upload it as a file.',
  }
  expect(await extractPage(asPage(scriptOnlyPage))).toEqual(refused)
  expect(await readFetchedPage(asPage(scriptOnlyPage))).toEqual(refused)
})

describe('the share of the text that was read', () => {
  test.each(littleReadPages)('is stated when $name', ({ html, percent }) => {
    expect(readPage(asPage(html)).lowReadPercent).toBe(percent)
  })

  test.each([...ordinaryPages, ...allPages])('is not stated for $name', ({ html }) => {
    expect(readPage(asPage(html)).lowReadPercent).toBeNull()
  })
})

test('an item of which little was read says so, and shows its text to its own project only', async () => {
  const owner = await fixtures.signUp('acme')
  const other = await fixtures.signUp('boats')
  const { id: projectId } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  const { id: siblingId } = await owner.get('POST', '/api/projects', { name: 'Boats' })
  const path = `/api/projects/${projectId}/agent/kb`
  const ids: string[] = []
  for (const page of ['little', 'ordinary']) {
    const { id } = await owner.get('POST', path, { type: 'url', url: `${site.origin}/${page}` })
    expect(await owner.get('GET', `${path}/${id}/text`)).toEqual({ text: '' })
    await owner.get('PATCH', `${path}/${id}/embedded`)
    ids.push(id)
  }
  expect(await owner.get('GET', path)).toMatchObject([
    { id: ids[1], status: 'embedded', lowReadPercent: null },
    { id: ids[0], status: 'embedded', lowReadPercent: 1 },
  ])
  const text = (by: Person, project: string) =>
    by.call('GET', `/api/projects/${project}/agent/kb/${ids[0]}/text`)
  expect((await text(owner, projectId)).body.data).toEqual({ text: '# Help\nWelcome to our help center.' })
  expect((await text(owner, siblingId)).status).toBe(404)
  expect((await text(other, projectId)).status).toBe(404)
})

test('the title is the heading of the page without the name of the website', () => {
  const titled = (title: string, heading: string) =>
    readPage(asPage(`<title>${title}</title><main>${heading}<p>Text</p></main>`)).title
  expect(titled('Returns &amp; refunds | Help Center', '<h1>Returns &amp; refunds</h1>')).toBe(
    'Returns & refunds',
  )
  expect(titled('Returns – Nordzelt', '')).toBe('Returns')
  expect(titled('Help', '<h2>Returns</h2>')).toBe('Help')
  expect(titled('', '')).toBe('https://example.com/help')
})

test('each page is asked back by a visitor', { tags: 'full' }, async () => {
  const owner = await fixtures.signUp()
  const answers: string[] = []
  for (const [index, { name, question }] of allPages.entries()) {
    const { answer } = await askAbout(owner, `${site.origin}/${index}`, question)
    answers.push(`${name}: ${answer}`)
  }
  expect(answers).toEqual(
    allPages.map(({ name, answer }) =>
      expect.stringMatching(new RegExp(`^${escapeRegExp(name)}: [\\s\\S]*${escapeRegExp(answer)}`)),
    ),
  )
})

test('a PDF behind an address is read and asked back by a visitor', async () => {
  const owner = await fixtures.signUp()
  const { item, answer } = await askAbout(
    owner,
    `${site.origin}/terms%20and%20returns.pdf`,
    'How long do I have to return a tent?',
  )
  expect(item).toMatchObject({ status: 'embedded', title: 'terms and returns.pdf' })
  expect(answer).toBe('You can return a tent within 45 days of delivery.')
})

/** Adds a page to a project of its own, and asks a question as a visitor. */
async function askAbout(
  owner: Person,
  url: string,
  question: string,
): Promise<{ item: KnowledgeItem; answer: string }> {
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  const path = `/api/projects/${project.id}/agent/kb`
  const { id } = await owner.get('POST', path, { type: 'url', url })
  await owner.get('PATCH', `${path}/${id}/embedded`)
  await owner.get('POST', `/api/projects/${project.id}/publish`)
  const visitor = await (await fixtures.visitor(project.publicKey)).connect()
  await visitor.send('message:send', { text: question, clientId: 'q' })
  const { message }: { message: Message } = await visitor.next(
    'message:new',
    (event: { message: Message }) => event.message.from !== 'visitor',
  )
  return { item: (await owner.get('GET', path))[0], answer: message.text }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
