import { expect, test } from 'vitest'
import { createPrivateFixtures } from './fixtures/fixtures.ts'
import type { Person } from './kit/client.ts'

/** With two connections, each one serves both companies alternately, thousands of times. */
const fixtures = createPrivateFixtures({ databasePool: 2 })
const rounds = Number(process.env.TENANT_ROUNDS || 3000)

type Company = { id: string; sign: string; person: Person; url: string }

async function company(sign: string): Promise<Company> {
  const person = await fixtures.signUp(sign)
  const project = await person.get('POST', '/api/projects', { name: `${sign} secret` })
  return { id: person.data.company.id, sign: `${sign} secret`, person, url: `/api/projects/${project.id}` }
}

test(`${rounds} interleaved requests of two companies, a tenth of them aborted, return no row of the other tenant`, async () => {
  const companies = [await company('acme'), await company('rival')]
  const found = { right: 0, foreign: 0, refused: 0, aborted: 0, other: [] as number[] }
  let turn = 0

  async function ask(round: number): Promise<void> {
    const own = companies[round % 2] as Company
    const otherTenant = companies[(round + 1) % 2] as Company
    // One request in seven is for a project of the other company; one in ten is aborted.
    const requestsOtherTenant = round % 7 === 3
    const controller = new AbortController()
    if (round % 10 === 4) setTimeout(() => controller.abort(), Math.random() * 4)
    try {
      const response = await fetch(
        `${fixtures.server.url}${requestsOtherTenant ? otherTenant.url : round % 3 ? own.url : '/api/projects'}`,
        {
          headers: { authorization: `Bearer ${own.person.tokens.accessToken}` },
          signal: controller.signal,
        },
      )
      const text = await response.text()
      if (text.includes(otherTenant.sign)) found.foreign++
      else if (requestsOtherTenant && response.status === 404) found.refused++
      else if (response.status === 200 && text.includes(own.sign)) found.right++
      else found.other.push(response.status)
    } catch (error) {
      if (!controller.signal.aborted) throw error
      found.aborted++
    }
  }
  async function worker() {
    while (turn < rounds) await ask(turn++)
  }
  await Promise.all(Array.from({ length: 20 }, worker))

  expect({ foreign: found.foreign, other: found.other }).toEqual({ foreign: 0, other: [] })
  expect(found.right + found.refused + found.aborted).toBe(rounds)
  expect(found.refused).toBeGreaterThan(rounds / 10)
  expect(found.aborted).toBeGreaterThan(rounds / 100)
})

test(`${rounds} interleaved transactions of two companies, a tenth of them failing, return no row of the other tenant`, async () => {
  const companies = [await company('acme'), await company('rival')].map(({ id }) => id)
  const { db } = fixtures.server.app
  let foreign = 0
  let failed = 0
  let turn = 0
  async function worker() {
    while (turn < rounds) {
      const round = turn++
      const own = companies[round % 2] as string
      try {
        await db.company(own, async (sql) => {
          const rows = await sql<{ company_id: string }>`select company_id from users`
          if (rows.length !== 1 || rows[0]?.company_id !== own) foreign++
          if (round % 10 === 3) await sql`select 1 / 0`
        })
      } catch {
        failed++
      }
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  expect({ foreign, failed }).toEqual({ foreign: 0, failed: rounds / 10 })
})
