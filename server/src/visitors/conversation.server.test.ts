import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  createFixtures,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../test/fixtures/fixtures.ts'

const fixtures = createFixtures()

async function prepare(patch: object = {}) {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, patch)
  const visitor = await fixtures.visitor(project.publicKey)
  return { owner, project, visitor, line: await visitor.connect() }
}

describe('requesting a person', () => {
  test('hands over once, with the reason, also before the first message', async () => {
    const { owner, line } = await prepare({ agent: { autoReply: true } })
    const agentSocket = await owner.connect()
    const { success, session } = await line.send('person:request', {})
    expect(success).toBe(true)
    const { message } = await line.next('message:new')
    expect(message).toMatchObject({ from: 'system', type: 'system', seq: 1, meta: { kind: 'handover' } })
    expect(message.meta.reason).toBeUndefined()
    await agentSocket.next('session:upsert', (data) => data.session.needsHuman === true)
    await line.send('person:request', {})
    const stored = await listMessages(owner, session.sessionId)
    const meta = { kind: 'handover', reason: 'asked_for_person', language: 'en' }
    expect(stored.map((one) => one.meta)).toEqual([meta])
  })

  test('reopens a closed conversation', async () => {
    const { owner, visitor, line } = await prepare()
    await line.send('message:send', { text: 'hello', clientId: 'c' })
    await line.send('session:end', {})
    const otherTab = await visitor.connect()
    const { session } = await line.send('person:request', {})
    expect(session).toMatchObject({ status: 'active', lastSeq: 2 })
    const { patch } = await otherTab.next('session:patched')
    expect(patch).toMatchObject({ status: 'active' })
    expect(await listSessions(owner, '?status=active')).toMatchObject([{ needsHuman: true }])
  })

  test('requires the pre-chat form where it is required', async () => {
    const fields = [{ key: 'name', label: '', required: true }]
    const { line } = await prepare({ realtime: { preChat: { enabled: true, mode: 'on_start', fields } } })
    expect(await line.send('person:request', {})).toMatchObject({ success: false, code: 'prechat_required' })
  })
})

describe('a repeated message', () => {
  test('is recognized after the conversation has been archived, also on another connection', async () => {
    const { owner, visitor, line } = await prepare()
    const first = await line.send('message:send', { text: 'hello', clientId: 'c1' })
    await owner.get('PATCH', `/api/sessions/${first.session.sessionId}/status`, { status: 'archived' })
    expect((await line.send('message:send', { text: 'hello', clientId: 'c1' })).message).toEqual(
      first.message,
    )
    const reconnected = await visitor.connect()
    const repeated = await reconnected.send('message:send', { text: 'hello', clientId: 'c1' })
    expect(repeated.message).toEqual(first.message)
    expect(await listSessions(owner)).toHaveLength(1)

    const second = await reconnected.send('message:send', { text: 'again', clientId: 'c2' })
    expect(second.message).toMatchObject({ seq: 1 })
    expect(second.session.sessionId).not.toBe(first.session.sessionId)
    expect((await reconnected.send('message:send', { text: 'hello', clientId: 'c1' })).message).toEqual(
      first.message,
    )
    expect(await listMessages(owner, second.session.sessionId)).toHaveLength(1)
  })

  test('of a returning visitor does not change the order of those that follow', async () => {
    const { owner, visitor, line } = await prepare()
    const { session } = await line.send('message:send', { text: 'hello', clientId: 'c' })
    await owner.get('PATCH', `/api/sessions/${session.sessionId}/status`, { status: 'archived' })
    const reconnected = await visitor.connect()
    const texts = Array.from({ length: 15 }, (_, index) => `text ${index}`)
    const acks = await Promise.all(
      texts.map((text) => reconnected.send('message:send', { text, clientId: text })),
    )
    const stored = await listMessages(owner, acks[0].session.sessionId)
    expect(stored.map(({ text }) => text)).toEqual(texts)
  })
})

describe('a rating', () => {
  test('that is repeated is one rating', async () => {
    const { owner, visitor, line } = await prepare()
    const { session } = await line.send('message:send', { text: 'hello', clientId: 'c' })
    const rating = { rating: 4, comment: 'Quick', clientId: 'r1' }
    expect(await line.send('feedback', rating)).toEqual({ success: true })
    expect(await line.send('feedback', rating)).toEqual({ success: true })
    expect(await line.send('feedback', { ...rating, rating: 5, clientId: 'r2' })).toEqual({ success: true })
    await owner.get('PATCH', `/api/sessions/${session.sessionId}/status`, { status: 'archived' })
    expect(await (await visitor.connect()).send('feedback', rating)).toEqual({ success: true })
    const stored = await listMessages(owner, session.sessionId)
    expect(stored.map(({ text }) => text)).toEqual(['hello', 'Rated 4 of 5: Quick', 'Rated 5 of 5: Quick'])
    expect((await listSessions(owner))[0]?.rating).toEqual({ rating: 5, comment: 'Quick' })
  })

  test('of a closed conversation is shown to staff and does not reopen it', async () => {
    const { owner, line } = await prepare()
    const sent = await line.send('message:send', { text: 'hello', clientId: 'c' })
    await line.send('session:end', {})
    expect(await line.send('feedback', { rating: 4, comment: 'Quick' })).toEqual({ success: true })
    const [session] = await listSessions(owner, '?status=closed')
    expect(session).toMatchObject({ status: 'closed', rating: { rating: 4, comment: 'Quick' }, lastSeq: 2 })
    const [, note] = await listMessages(owner, sent.session.sessionId)
    expect(note).toMatchObject({ from: 'system', text: 'Rated 4 of 5: Quick', meta: { kind: 'feedback' } })
  })

  test('of a message is stored with it, and refused for other visitors’ messages, unknown ids and values out of range', async () => {
    const { owner, project, line } = await prepare()
    const { session } = await line.send('message:send', { text: 'hello', clientId: 'c' })
    const agentSocket = await owner.connect()
    await agentSocket.send('agent:join', { sessionId: session.sessionId })
    const { message } = await agentSocket.send('message:send', {
      sessionId: session.sessionId,
      text: 'Hello',
      clientId: 'd',
    })
    const rival = await (await fixtures.signUp('rival')).connect()
    expect(await line.send('feedback', { messageId: message._id, rating: 1 })).toEqual({ success: true })
    expect(await line.send('feedback', { messageId: message._id, rating: 5 })).toEqual({ success: true })
    expect(await agentSocket.next('message:rated', ({ feedback }) => feedback.rating === 5)).toEqual({
      sessionId: session.sessionId,
      messageId: message._id,
      feedback: { rating: 5, comment: '' },
    })
    expect(rival.received.some(({ event }) => event === 'message:rated')).toBe(false)
    const stored = await listMessages(owner, session.sessionId)
    expect(stored.map((one) => one.meta.feedback)).toEqual([undefined, { rating: 5, comment: '' }])

    const otherVisitor = await (await fixtures.visitor(project.publicKey)).connect()
    expect(await otherVisitor.send('feedback', { rating: 5 })).toMatchObject({ success: false })
    await otherVisitor.send('message:send', { text: 'hello', clientId: 'c' })
    for (const wrong of [
      { messageId: message._id, rating: 1 },
      { messageId: 'x', rating: 1 },
      { rating: 6 },
      { rating: 0 },
      { rating: '5' },
      {},
    ]) {
      expect(await otherVisitor.send('feedback', wrong)).toMatchObject({ success: false })
    }
    expect(agentSocket.received.filter(({ event }) => event === 'message:rated')).toHaveLength(2)
    expect(await listMessages(owner, session.sessionId)).toEqual(stored)
  })
})

test('the visitor’s page and attributes are shown to staff', async () => {
  const { owner, line } = await prepare()
  await line.send('attributes', { attributes: { plan: 'pro', seats: 3, gone: 'soon' } })
  await line.send('message:send', { text: 'hello', clientId: 'c' })
  const agentSocket = await owner.connect()
  await line.send('attributes', { attributes: { gone: null, trial: false } })
  expect((await agentSocket.next('session:patched')).patch).toMatchObject({
    visitor: { attributes: { plan: 'pro', seats: 3, trial: false } },
  })
  await line.send('page', { pageUrl: 'https://shop.example.com/tents/2' })
  await line.send('page', { pageUrl: 'javascript:alert(1)' })
  const [session] = await listSessions(owner)
  expect(session).toMatchObject({
    pageUrl: 'https://shop.example.com/tents/2',
    visitor: { attributes: { plan: 'pro', seats: 3, trial: false } },
  })
  for (const path of ['boats', 'tents/2', 'tents/2', 'a', 'b', 'c', 'd'])
    await line.send('page', { pageUrl: `https://shop.example.com/${path}` })
  const { visitor } = await owner.get('GET', `/api/sessions/${session?.sessionId}/visitor`)
  expect(visitor).toMatchObject({
    pageUrl: 'https://shop.example.com/d',
    previousPageUrls: ['c', 'b', 'a', 'tents/2', 'boats'].map((path) => `https://shop.example.com/${path}`),
  })
  const many = Object.fromEntries(Array.from({ length: 29 }, (_, index) => [`a${index}`, 1]))
  expect(await line.send('attributes', { attributes: many })).toMatchObject({ success: false })
})

test('a malformed e-mail address in identify is refused', async () => {
  const { owner, line } = await prepare()
  await line.send('message:send', { text: 'hello', clientId: 'c' })
  for (const email of ['nowhere', 'a@b', 'a b@example.com']) {
    expect(await line.send('identify', { name: 'Kim', email })).toMatchObject({
      success: false,
      error: 'Please enter a valid email address',
    })
  }
  expect(await line.send('identify', { email: 'kim@example.com' })).toMatchObject({ success: true })
  expect((await listSessions(owner))[0]?.visitor).toMatchObject({ name: null, email: 'kim@example.com' })
})

test('the visitor is notified when staff have read the messages', async () => {
  const { owner, line } = await prepare()
  const { session } = await line.send('message:send', { text: 'hello', clientId: 'c' })
  expect(session.unread).toBe(1)
  await owner.get('PATCH', `/api/sessions/${session.sessionId}/read`)
  await line.next('session:patched', (data) => data.patch.unread === 0)
  expect((await line.send('sync', { lastSeq: 1 })).session.unread).toBe(0)
})

test('staff see up to which message the visitor has read, of their own conversation only', async () => {
  const { owner, project, line } = await prepare()
  const { session } = await line.send('message:send', { text: 'hello', clientId: 'c' })
  const { sessionId } = session
  expect(session).not.toHaveProperty('visitorReadSeq')
  await owner.get('POST', `/api/sessions/${sessionId}/messages`, { text: 'Hi', clientId: 'a' })
  const position = async () => (await listSessions(owner))[0]
  expect(await position()).toMatchObject({ visitorReadSeq: 0, visitorReadAt: null })
  const agentSocket = await owner.connect()
  await line.send('message:read', { sessionId, readSeq: 2 })
  const { patch } = await agentSocket.next('session:patched', (data) => 'visitorReadSeq' in data.patch)
  expect(patch).toMatchObject({ visitorReadSeq: 2, visitorReadAt: expect.stringMatching(/^2.*Z$/) })
  const { visitorReadAt } = patch
  expect(await position()).toMatchObject({ visitorReadSeq: 2, visitorReadAt })

  const other = await (await fixtures.visitor(project.publicKey)).connect()
  await owner.get('POST', `/api/sessions/${sessionId}/messages`, { text: 'Still there?', clientId: 'b' })
  await other.send('message:read', { sessionId, readSeq: 3 })
  await other.send('message:read', { sessionId: 'x', readSeq: 3 })
  await line.send('message:read', { sessionId, readSeq: 1 })
  for (const readSeq of [-1, 'x', null, 1.5])
    expect(await line.send('message:read', { sessionId, readSeq })).toMatchObject({ success: false })
  expect(await position()).toMatchObject({ visitorReadSeq: 2, visitorReadAt })
  await line.send('message:read', { sessionId, readSeq: 1000 })
  expect(await position()).toMatchObject({ visitorReadSeq: 3 })
})

describe('the languages of a project', () => {
  const greetings = {
    firstVisit: 'Hello',
    returning: 'Welcome back',
    translations: { de: { firstVisit: 'Hallo', offline: '' }, fr: { firstVisit: 'Bonjour' } },
  }

  test('greet visitors in their language, and others with the default greeting', async () => {
    const { owner, project } = await prepare({ greetings })
    const path = `/api/public/${project.publicKey}`
    const read = async (query: string) => (await fixtures.call('GET', `${path}${query}`)).body.data
    const german = await read('?lang=de-CH')
    expect(german.config.greetings).toMatchObject({ firstVisit: 'Hallo', returning: 'Welcome back' })
    for (const query of ['', '?lang=en', '?lang=ja', '?lang=constructor']) {
      const { config } = await read(query)
      expect(config.greetings).toEqual({
        ...config.greetings,
        firstVisit: 'Hello',
        returning: 'Welcome back',
      })
      expect(config.greetings.translations).toBeUndefined()
    }
    // A greeting that the company has not edited is translated.
    expect(german.config.greetings.offline).toMatch(/^Unser Team ist gerade nicht da/)
    expect((await read('?lang=en')).config.greetings.offline).toMatch(/^Our team is away right now/)
    // Saving one text of one language leaves the others unchanged.
    const widget = `/api/widget/${project.widgetConfigId}`
    const saved = await owner.get('PATCH', widget, {
      greetings: { translations: { de: { returning: 'Willkommen zurück' } } },
    })
    expect(saved.greetings.translations).toEqual({
      de: { firstVisit: 'Hallo', offline: '', returning: 'Willkommen zurück' },
      fr: { firstVisit: 'Bonjour' },
    })
    expect(await owner.call('PATCH', widget, { greetings: { translations: { xx: {} } } })).toMatchObject({
      status: 400,
    })
    const restored = await owner.get('POST', `/api/projects/${project.id}/releases/1/restore`)
    expect(restored.greetings.translations.de).toEqual({ firstVisit: 'Hallo', offline: '' })
  })

  test('has for the launcher only what it shows, in 275 bytes', async () => {
    const { owner, project } = await prepare()
    await owner.get('POST', `/api/projects/${project.id}/faq`, { question: 'Open?', answer: 'Yes.' })
    await owner.get('PATCH', `/api/projects/${project.id}/faq-toggle`, { faqEnabled: true })
    const path = `/api/public/${project.publicKey}`
    expect((await fixtures.call('GET', path)).body.data.faqs).toHaveLength(1)
    const launcher = await fixtures.call('GET', `${path}?launcher=1`)
    expect(launcher.body.data).toEqual({
      config: {
        brand: { chatName: 'Shop', primaryColor: '#287db2', fontColor: '#ffffff' },
        greetings: { firstVisit: '' },
        icon: { position: 'bottom-right', animation: 'none', color: '#2c8ac5', text: '' },
        behavior: { openOnLoad: false, showTooltip: false, showMessagePreview: true, autoOpenDelay: 0 },
      },
      hours: null,
    })
    // With the loader, which has a limit of 4,725 bytes, every page view loads at most 5 kB.
    expect(gzipSync(launcher.text, { level: 9 }).length).toBeLessThanOrEqual(275)
  })

  test('has the tooltip of the launcher in the language of the visitor', async () => {
    const { project } = await prepare({
      behavior: { showTooltip: true },
      greetings: { firstVisit: 'Hello', translations: { de: { firstVisit: 'Hallo' } } },
    })
    const { body } = await fixtures.call('GET', `/api/public/${project.publicKey}?launcher=1&lang=de`)
    expect(body.data.config.greetings).toEqual({ firstVisit: 'Hallo' })
    expect(body.data.words.open).toBe('Chat öffnen')
  })
})
