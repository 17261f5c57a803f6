import { expect, test } from 'vitest'
import { addKnowledge, createFixtures, createPublishedProject } from '../../../test/fixtures/fixtures.ts'
import { searchChunks } from './search.ts'

const fixtures = createFixtures()

test('the search of a small project is planned once per connection, and leaves other statements their plans', async () => {
  const owner = await fixtures.signUp()
  const { id: projectId } = await createPublishedProject(owner)
  await addKnowledge(owner, projectId, 'Kayaks can be rented by the hour.')
  const answers = { projectId, isDraft: true }
  const words = [{ word: 'kayak', weight: 1, chunks: 1 }]
  const { passages, plans, mode } = await fixtures.server.app.db.company(
    owner.data.company.id,
    async (sql) => {
      const passages = await searchChunks(
        sql,
        answers,
        { words, chunks: 20, vector: null, language: null },
        8,
      )
      const plans = await sql<{ custom: number }>`
      select custom_plans::int as custom from pg_prepared_statements
      where statement like ${'%with live as materialized%'} and generic_plans > 0`
      const [mode] = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`
      return { passages, plans, mode }
    },
  )
  expect(passages).toMatchObject([{ body: 'Kayaks can be rented by the hour.' }])
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.every(({ custom }) => custom === 0)).toBe(true)
  expect(mode).toEqual({ mode: 'auto' })
})
