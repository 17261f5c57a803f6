import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, invite, person, waitUntil } from '../../test/kit/client.ts'
import { createMailbox } from '../../test/kit/mailbox.ts'
import { startServer, type TestServer } from '../../test/kit/server.ts'
import type { Settings } from '../kit/process/settings.ts'

const mailbox = createMailbox()
const password = 'correct horse'
const expired = {
  status: 400,
  body: { message: 'This link has expired or was already used. Request a new one.' },
}

/** How far the clock of the servers is ahead of the real one. Tests only increase it. */
let aheadMs = 0

/** Each test has a client address of its own, so that the limits of one do not affect another. */
let testCount = 0
beforeEach(() => void testCount++)

const open = createVerifyingServer()
const inviteOnly = createVerifyingServer({ signup: 'invite' })

/** A server that verifies addresses, and the functions of a person who uses it. */
function createVerifyingServer(change: Partial<Settings> = {}) {
  let server: TestServer & { stop(): Promise<void> }
  beforeAll(async () => {
    const mail = { url: mailbox.url, from: 'chat@example.com' }
    const settings = { verifiesEmail: true, mail, limitScale: 1, trustProxy: ['127.0.0.1'], ...change }
    server = await startServer(settings, { clock: { now: () => Date.now() + aheadMs } })
  })
  afterAll(() => server?.stop())
  const post = (path: string, body: object) =>
    call(server.url, 'POST', path, body, { 'x-forwarded-for': `10.0.0.${testCount}` })
  const signUp = (email: string, companyName = 'Acme') =>
    post('/api/auth/signup', { companyName, name: 'Ann', email, password, timeZone: 'Asia/Tokyo' })
  const confirm = (token: string, chosen = password) =>
    post('/api/auth/confirm-email', { token, password: chosen })
  const logIn = (email: string, typed = password) => post('/api/auth/login', { email, password: typed })
  async function startCompany(email: string) {
    await signUp(email)
    return person(server.url, (await confirm(await mailedToken(email))).body)
  }
  async function countCompanies() {
    const { db } = server.app
    return (await db.lookup((sql) => sql`select distinct company_id from users`)).length
  }
  return {
    get server() {
      return server
    },
    post,
    signUp,
    confirm,
    logIn,
    startCompany,
    countCompanies,
  }
}

async function mailedToken(email: string): Promise<string> {
  const { text = '' } = await mailbox.next(email)
  const token = /http:\/\/localhost:3000\/confirm-email#([\w-]+)/.exec(text)?.[1]
  if (!token) throw new Error(`no link in: ${text}`)
  return token
}

describe('a sign-up with verified addresses', () => {
  test('creates the company when the link of the mail is used, once', async () => {
    const { server, signUp, confirm, logIn, countCompanies } = open
    const companyCount = await countCompanies()
    const email = 'new@example.com'
    const { status, body, headers } = await signUp(email)
    expect({ status, body }).toEqual({ status: 201, body: { success: true, data: { confirmEmail: email } } })
    expect(headers.getSetCookie()).toEqual([])
    const token = await mailedToken(email)
    expect(await countCompanies()).toBe(companyCount)
    expect((await logIn(email)).status).toBe(401)
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 400, 400])
    const signedIn = answers.find((answer) => answer.status === 201)?.body
    expect(signedIn.data).toMatchObject({
      user: { email, role: 'Owner' },
      company: { name: 'Acme', timeZone: 'Asia/Tokyo' },
    })
    expect((await person(server.url, signedIn).call('GET', '/api/me')).status).toBe(200)
    expect(await confirm(token)).toMatchObject(expired)
    expect((await logIn(email)).status).toBe(200)
    expect(server.logged.join()).not.toContain(token)
  })

  test('answers an existing address in the same way, and mails its owner', async () => {
    const { signUp, startCompany, countCompanies } = open
    const companyCount = await countCompanies()
    const email = 'taken@example.com'
    await startCompany(email)
    const answers = [await signUp(email), await signUp('unknown-at-sign-up@example.com')]
    const [taken, unknown] = answers.map(({ status, body, headers }) => ({
      status,
      body: { ...body, data: Object.keys(body.data) },
      headers: [...headers.keys()].toSorted(),
    }))
    expect(taken).toEqual(unknown)
    const mail = await mailbox.next(email)
    expect(mail.subject).toBe('You already have an account')
    expect(mail.text).not.toContain('confirm-email')
    expect(mail.text).toContain('http://localhost:3000/login')
    expect(await countCompanies()).toBe(companyCount + 1)
  })

  test('by another person gives them no access to the account that the owner of the address creates', async () => {
    const { signUp, confirm, logIn } = open
    const email = 'victim@example.com'
    await signUp(email)
    const signedIn = await confirm(await mailedToken(email), 'battery staple')
    expect(signedIn.status).toBe(201)
    expect((await logIn(email, password)).status).toBe(401)
    expect((await logIn(email, 'battery staple')).status).toBe(200)
  })

  test('can be repeated to receive another link, and only one of the links creates an account', async () => {
    const { signUp, confirm, countCompanies } = open
    const companyCount = await countCompanies()
    const email = 'again@example.com'
    const tokens: string[] = []
    for (const name of ['First', 'Second']) {
      await signUp(email, name)
      tokens.push(await mailedToken(email))
    }
    expect((await confirm(tokens[1] as string)).body.data.company.name).toBe('Second')
    expect(await confirm(tokens[0] as string)).toMatchObject(expired)
    expect(await countCompanies()).toBe(companyCount + 1)
  })

  test('mails five links an hour to an address, without revealing that', async () => {
    const { signUp } = open
    const email = 'flooded@example.com'
    for (let index = 0; index < 8; index++) expect((await signUp(email)).status).toBe(201)
    const count = async () => mailbox.countFor(email)
    await signUp('requested-later@example.com')
    await mailbox.next('requested-later@example.com')
    expect(await waitUntil(count, (mails) => mails >= 5)).toBe(5)
  })

  test('refuses a link that is modified, from another installation or older than a day', async () => {
    const { signUp, confirm } = open
    const email = 'late@example.com'
    await signUp(email)
    const token = await mailedToken(email)
    const broken = `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`
    for (const wrong of ['', 'x', token.slice(1), broken, 'x'.repeat(5000)])
      expect(await confirm(wrong), wrong).toMatchObject(expired)
    expect((await confirm('x'.repeat(9000))).status).toBe(400)
    expect(await inviteOnly.confirm(token)).toMatchObject(expired)
    expect((await confirm(token, 'short')).status).toBe(400)
    aheadMs += 25 * 3_600_000
    expect(await confirm(token)).toMatchObject(expired)
  })

  test('of the first company is allowed where sign-up is not open, and no second one', async () => {
    const { signUp, confirm } = inviteOnly
    const emails = ['one@example.com', 'two@example.com']
    const tokens: string[] = []
    for (const email of emails) {
      await signUp(email)
      tokens.push(await mailedToken(email))
    }
    expect((await confirm(tokens[0] as string)).status).toBe(201)
    expect((await confirm(tokens[1] as string)).status).toBe(403)
    expect((await signUp('three@example.com')).status).toBe(403)
  })
})

describe('an invitation with verified addresses', () => {
  test('that was mailed is accepted without another mail', async () => {
    const { server, post, startCompany } = open
    const owner = await startCompany('mailing-boss@example.com')
    const { inviteUrl } = await invite(owner, { email: 'kim@example.com', role: 'Agent' })
    const { text = '' } = await mailbox.next('kim@example.com')
    const link = /http:\S+/.exec(text)?.[0] as string
    expect(link.startsWith(`${inviteUrl}.`)).toBe(true)
    const path = new URL(link).pathname
    expect((await call(server.url, 'GET', `/api${path}`)).body.data.email).toBe('kim@example.com')
    expect(await post(`/api${path}`, { name: 'Kim', password })).toMatchObject({
      status: 201,
      body: { data: { user: { email: 'kim@example.com' } } },
    })
  })

  test('whose link was copied is accepted when the invited person confirms the address', async () => {
    const { server, post, confirm, logIn, startCompany } = open
    const owner = await startCompany('copying-boss@example.com')
    const email = 'lee@example.com'
    const { path } = await invite(owner, { email, role: 'Admin' })
    await mailbox.next(email)
    const form = { name: 'Lee', password }
    for (const forged of [path, `${path}.`, `${path}.${'x'.repeat(43)}`]) {
      const { status, body } = await post(forged, form)
      expect({ status, body }).toEqual({
        status: 201,
        body: { success: true, data: { confirmEmail: email } },
      })
    }
    expect((await logIn(email)).status).toBe(401)
    const tokens = [await mailedToken(email), await mailedToken(email)]
    const joined = await confirm(tokens[0] as string)
    expect(joined).toMatchObject({
      status: 201,
      body: { data: { user: { email, name: 'Lee', role: 'Admin' }, company: owner.data.company } },
    })
    expect(await confirm(tokens[1] as string)).toMatchObject(expired)
    expect((await post(path, form)).status).toBe(404)
    expect(server.logged.join()).not.toContain(tokens[0])
  })

  test('to an address with an account elsewhere is answered like one to an unknown address', async () => {
    const { post, startCompany } = open
    const owner = await startCompany('inviting-boss@example.com')
    const taken = 'elsewhere@example.com'
    await startCompany(taken)
    const forms = [taken, 'unknown-at-invitation@example.com'].map((email) => ({ email, role: 'Agent' }))
    const invited = await Promise.all(forms.map((form) => invite(owner, form)))
    const { text } = await mailbox.next(taken)
    expect(text).toContain('already has an account in another company')
    expect(text).not.toContain('http')
    const [first, second] = await Promise.all(
      invited.map(async ({ path }) => {
        const { status, body } = await post(path, { name: 'Kim', password })
        return { status, keys: Object.keys(body.data) }
      }),
    )
    expect(first).toEqual(second)
    expect(first).toEqual({ status: 201, keys: ['confirmEmail'] })
    expect((await mailbox.next(taken)).subject).toBe('You already have an account')
  })
})
