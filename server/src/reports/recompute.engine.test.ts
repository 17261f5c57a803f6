import type { Label } from '@aichat/contracts/chat/labels'
import { weekdays } from '@aichat/contracts/company/hours'
import { conversationMeasures } from '@aichat/contracts/company/reports'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectAsOwner } from '../../test/fixtures/conversations.ts'
import { createPrivateFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { addRandomHistories } from '../../test/fixtures/random-histories.ts'
import type { Person } from '../../test/kit/client.ts'
import { createRandom } from '../../test/kit/random.ts'
import type { Sql } from '../kit/db/db.ts'
import { removeLabelBatch } from '../labels/store.ts'
import { checkAllReports, checkReports } from './check-reports.ts'
import { listCompaniesToCount } from './facts-store.ts'
import { refreshFacts } from './refresh-facts.ts'
import { assignTopics } from './topics/assign-topics.ts'

/** Without background tasks, so that facts change only when the tests ask. */
const fixtures = createPrivateFixtures({ runsJobs: false })
const now = Date.UTC(2026, 5, 15, 12)
const noDifferences = { facts: [], counts: [], questions: [], topicCounts: [] }

async function createHistories(
  count: number,
  seed: number,
  timeZone = 'UTC',
): Promise<{ owner: Person; projectIds: string[]; labelIds: string[] }> {
  const owner = await fixtures.signUp()
  await owner.get('PATCH', '/api/company', { timeZone })
  const projectIds = [(await createPublishedProject(owner)).id, (await createPublishedProject(owner)).id]
  await addRandomHistories(fixtures.server, owner, { projectIds, count, random: createRandom(seed), now })
  const { labels } = await owner.get('GET', '/api/labels')
  return { owner, projectIds, labelIds: labels.map(({ id }: Label) => id) }
}

const hoursZones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
]

/** Business hours of the company and of the first project, which change several times. */
async function addRandomHours(owner: Person, projectIds: string[], random: () => number): Promise<void> {
  const number = (below: number) => Math.floor(random() * below)
  const time = () => `${String(number(24)).padStart(2, '0')}:${String(number(60)).padStart(2, '0')}`
  const spans = () => Array.from({ length: number(4) }, () => ({ from: time(), to: time() }))
  const date = () => new Date(now - number(90) * 86_400_000).toISOString().slice(0, 10)
  const versions = Array.from({ length: 24 }, (_, index) => ({
    projectId: index % 3 === 0 ? projectIds[0] : null,
    validFrom: new Date(now - number(90 * 24 * 60) * 60_000).toISOString(),
    schedule:
      index % 8 === 7
        ? null
        : {
            timeZone: hoursZones[index % hoursZones.length],
            week: Object.fromEntries(weekdays.map((day) => [day, spans()])),
            exceptions: [...new Set([date(), date(), date()])].map((day) => ({
              date: day,
              name: 'Other',
              spans: spans(),
            })),
            outsideHours: 'ai',
          },
  }))
  await change(
    owner,
    (sql) => sql`
    insert into business_hours_versions (company_id, project_id, valid_from, schedule)
    select ${owner.data.company.id}, v."projectId", v."validFrom", nullif(v.schedule, 'null')
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v ("projectId" uuid, "validFrom" timestamptz, schedule jsonb)`,
  )
}

function change(owner: Person, work: (sql: Sql) => Promise<unknown>): Promise<unknown> {
  return fixtures.server.app.db.company(owner.data.company.id, work)
}

/** Gives the messages of visitors texts that have topics. */
function writeQuestions(owner: Person): Promise<unknown> {
  const texts = [
    'Do you sell gift cards?',
    'A gift card for my son',
    'Engrave a ring',
    'Is the ring engraved?',
    'Why?',
  ]
  return change(
    owner,
    (sql) =>
      sql`update messages set text = (${texts}::text[])[1 + seq % ${texts.length}::int] where sender_kind = 'visitor'`,
  )
}

function check(owner: Person) {
  return checkReports(fixtures.server.app.db, owner.data.company.id)
}

const period = 'from=2026-03-01&to=2027-03-01'
/** Its months are counted in part and as a whole. */
const endedPeriod = 'from=2026-04-17&to=2026-06-10'

test('the facts of 1,000 random conversations are those that a second query finds in their messages', async () => {
  const { owner, projectIds } = await createHistories(1000, 1, 'America/New_York')
  await addRandomHours(owner, projectIds, createRandom(1))
  const first = await check(owner)
  expect(first.compared).toBeGreaterThan(1000)
  expect(first).toMatchObject(noDifferences)
  const [measured] = (await change(
    owner,
    (sql) => sql`
      select count(*) filter (where first_response_business_seconds between 1 and first_response_seconds - 1)::int as parts,
        count(*) filter (where first_response_business_seconds is null and first_response_seconds is not null)::int as without
      from session_facts`,
  )) as { parts: number; without: number }[]
  expect(measured?.parts).toBeGreaterThan(100)
  expect(measured?.without).toBeGreaterThan(10)
})

test('facts follow answers to suggestions, ratings, closings, labels, deletions and a new time zone', async () => {
  const { owner, labelIds } = await createHistories(300, 2)
  await check(owner)
  await change(owner, async (sql) => {
    await sql`select increment_session_revisions(array(select session_id from session_states where rev % 3 = 0))`
    await sql`update messages set meta = meta || '{"helped": true}' where meta->>'kind' = 'suggestions'
      and session_id in (select session_id from session_states where rev = (select max(rev) from session_states))`
    await sql`
      insert into session_closings select company_id, session_id, last_seq, now() from session_states
      where rev = (select max(rev) from session_states) and last_seq > 0`
    await sql`delete from visitors where id in (select visitor_id from session_states where rev % 5 = 0)`
  })
  expect(await check(owner)).toMatchObject(noDifferences)
  await change(owner, (sql) => removeLabelBatch(sql, labelIds[0] ?? '', 20))
  expect(await check(owner)).toMatchObject(noDifferences)
  await owner.get('PATCH', '/api/company', { timeZone: 'Asia/Kolkata' })
  expect(await check(owner)).toMatchObject(noDifferences)
})

test('facts are right after several processes derived them while conversations changed and were deleted', async () => {
  const { owner } = await createHistories(300, 6)
  const { db } = fixtures.server.app
  const companyId = owner.data.company.id
  expect(await refreshFacts(db, companyId, AbortSignal.abort())).toBe(false)
  await Promise.all([
    ...[1, 2, 3].map(() => refreshFacts(db, companyId, new AbortController().signal)),
    ...[0, 1, 2, 3, 4, 5].map((rest) =>
      change(owner, async (sql) => {
        await sql`select increment_session_revisions(array(select session_id from session_states where rev % 12 = ${rest}))`
        await sql`delete from visitors where id in (select visitor_id from session_states where rev % 12 = ${rest + 6})`
      }),
    ),
  ])
  expect(await check(owner)).toMatchObject(noDifferences)
})

test('unanswered questions and the sums of their topics follow deletions, and a wrong one is found', async () => {
  const { owner } = await createHistories(300, 7)
  const { app } = fixtures.server
  await writeQuestions(owner)
  await check(owner)
  const companyId = owner.data.company.id
  expect(await assignTopics(app.db, companyId, AbortSignal.abort())).toBe(false)
  const { signal } = new AbortController()
  await Promise.all([
    ...[1, 2, 3].map(() => assignTopics(app.db, companyId, signal)),
    change(
      owner,
      (sql) =>
        sql`delete from visitors where id in (select visitor_id from session_states where rev % 5 = 0)`,
    ),
  ])
  expect(await check(owner)).toMatchObject(noDifferences)
  const [stored] = (await change(
    owner,
    (sql) =>
      sql`select count(*)::int as questions, count(distinct topic_id)::int as topics from unanswered_questions`,
  )) as { questions: number; topics: number }[]
  expect(stored?.questions).toBeGreaterThan(20)
  expect(stored?.topics).toBeGreaterThan(1)
  await change(owner, async (sql) => {
    await sql`
      update unanswered_questions set had_suggestions = not had_suggestions
      where (session_id, seq) = (select session_id, seq from unanswered_questions order by 1, 2 limit 1)`
    await sql`update topic_counts set total = total + 1, handed_over = handed_over + 1 where unit = 'month'`
  })
  const found = await check(owner)
  expect(found.questions).toHaveLength(1)
  expect(found.topicCounts.every(({ stored, recomputed }) => stored === recomputed + 1)).toBe(true)
  expect(new Set(found.topicCounts.map(({ measure }) => measure))).toEqual(
    new Set(['questions', 'handedOver']),
  )
  expect((await checkAllReports(app.db)).differences.join()).toMatch(
    /unanswered questions that differ: 1, such as \d+ of [0-9a-f-]{36}; sums of topics that differ: \d+/,
  )
  await change(owner, async (sql) => {
    await sql`update topic_counts set total = total - 1, handed_over = handed_over - 1 where unit = 'month'`
    await sql`update session_facts_progress set definition = 0`
  })
  expect(await check(owner)).toMatchObject(noDifferences)
})

test('a company without new changes is not read again', async () => {
  const { owner } = await createHistories(5, 5)
  const { app } = fixtures.server
  const isListed = async () =>
    (await app.db.lookup(listCompaniesToCount)).some(({ companyId }) => companyId === owner.data.company.id)
  expect(await isListed()).toBe(true)
  await check(owner)
  await change(owner, (sql) => sql`update company_revisions set rev = rev + 1`)
  expect(await isListed()).toBe(true)
  await check(owner)
  expect(await isListed()).toBe(false)
  await change(owner, (sql) => sql`update session_facts_progress set definition = 0`)
  expect(await isListed()).toBe(true)
})

test('a wrong fact and a wrong sum are found, and are right after everything is counted again', async () => {
  const { owner } = await createHistories(20, 3)
  const { app } = fixtures.server
  await check(owner)
  expect((await checkAllReports(app.db)).differences).toEqual([])
  await change(owner, async (sql) => {
    await sql`
      update session_facts set messages = messages + 1
      where (session_id, first_seq) = (select session_id, first_seq from session_facts order by 1, 2 limit 1)`
    await sql`update report_counts set total = total + 2 where measure = 'messages'`
    await sql`
      update report_distributions set distinct_values = distinct_values || 200, totals = totals || 2 where measure = 'hour'`
  })
  const found = await check(owner)
  expect(found.facts).toHaveLength(1)
  expect(new Set(found.counts.map(({ measure }) => measure))).toEqual(new Set(['messages', 'hour']))
  expect(found.counts.every(({ stored, recomputed }) => stored === recomputed + 2)).toBe(true)
  const { differences } = await checkAllReports(app.db)
  expect(differences).toEqual([
    expect.stringMatching(
      new RegExp(
        `^company ${owner.data.company.id}: conversations that differ: 1, such as [0-9a-f-]{36} in messages; sums that differ: \\d+`,
      ),
    ),
  ])
  const database = await connectAsOwner(app.settings)
  await database.query('TRUNCATE session_facts, report_counts, report_distributions, session_facts_progress')
  expect((await checkAllReports(app.db)).differences).toEqual([])
  expect((await check(owner)).compared).toBe(found.compared)
})

describe('the list behind a number', () => {
  let owner: Person
  let projectIds: string[]
  let labelIds: string[]
  beforeAll(async () => {
    const made = await createHistories(200, 4)
    owner = made.owner
    projectIds = made.projectIds
    labelIds = made.labelIds
    await writeQuestions(owner)
  })

  test.each(conversationMeasures)('contains as many conversations as "%s" counts', async (measure) => {
    for (const filter of filters()) {
      const overview = await owner.get('GET', `/api/reports/overview?${filter}`)
      expect(overview[measure]).toBeGreaterThan(0)
      expect(await countListed(`${filter}&measure=${measure}`, measure)).toBe(overview[measure])
    }
  })

  test('contains as many conversations as the reports on AI and team count', async () => {
    for (const filter of [...filters(), endedPeriod]) {
      const { handoverReasons } = await owner.get('GET', `/api/reports/ai?${filter}`)
      const { agents } = await owner.get('GET', `/api/reports/team?${filter}`)
      const busy = agents.filter(({ conversations }: Row) => Number(conversations) > 0)
      expect(busy.length).toBeGreaterThan(0)
      expect(handoverReasons.length).toBeGreaterThan(0)
      await expectLists(filter, [
        ...handoverReasons.map((one: Row) => [`handoverReason=${one.reason}`, one.conversations]),
        ...busy.flatMap((one: Row) => [
          [`agentId=${one.id}`, one.conversations],
          [`agentId=${one.id}&agentMeasure=firstResponse`, one.firstResponses],
          [`agentId=${one.id}&agentMeasure=rated`, one.ratings],
        ]),
      ])
    }
  })

  test('contains as many conversations as the report on sources counts', async () => {
    const segments = ['', '&language=de', '&language=', `&labelId=${labelIds[0]}`]
    // In these histories, projects have sources with the same ids.
    const filtersOfProjects = projectIds.flatMap((id) =>
      segments.flatMap((segment) => [period, endedPeriod].map((days) => `${days}&projectId=${id}${segment}`)),
    )
    for (const filter of filtersOfProjects) {
      const { sources } = await owner.get('GET', `/api/reports/sources?${filter}`)
      expect(sources.length).toBeGreaterThan(0)
      await expectLists(
        filter,
        sources.flatMap((one: Row) =>
          ['cited', 'suggested', 'unhelpful'].map((name) => [
            `sourceId=${one.id}&sourceMeasure=${name}`,
            one[name],
          ]),
        ),
      )
    }
  })

  test.each([
    ['few days of two months', 'from=2026-05-22&to=2026-06-09'],
    ['most days of two months', 'from=2026-05-04&to=2026-06-27'],
  ])('contains as many conversations and questions as are counted for %s', async (_, filter) => {
    let cited = 0
    for (const projectId of projectIds) {
      const { sources } = await owner.get('GET', `/api/reports/sources?${filter}&projectId=${projectId}`)
      cited += sources.length
      await expectLists(
        `${filter}&projectId=${projectId}`,
        sources.map((one: Row) => [`sourceId=${one.id}&sourceMeasure=cited`, one.cited]),
      )
    }
    expect(cited).toBeGreaterThan(0)
    const { topics } = await owner.get('GET', `/api/reports/gaps?${filter}&limit=200`)
    expect(topics.length).toBeGreaterThan(0)
    for (const { id, questions } of topics) {
      const list = await owner.get('GET', `/api/reports/gaps/questions?${filter}&topicId=${id}&limit=100`)
      expect(list.questions).toHaveLength(questions)
    }
  })

  test('contains as many questions as the report on gaps counts', async () => {
    for (const filter of [...filters(), endedPeriod]) {
      const gaps = await owner.get('GET', `/api/reports/gaps?${filter}&limit=200`)
      expect(gaps.questions).toBeGreaterThan(0)
      const totals = [gaps.singleQuestions, ...gaps.topics.map(({ questions }: Row) => questions)]
      expect(totals.reduce((sum, total) => sum + total, 0)).toBe(gaps.questions)
      const topics = ['', ...gaps.topics.map(({ id }: Row) => `&topicId=${id}`)]
      for (const [index, topic] of topics.entries()) {
        const list = await owner.get('GET', `/api/reports/gaps/questions?${filter}${topic}&limit=100`)
        expect([list.total, list.questions.length]).toEqual([totals[index], totals[index]])
      }
    }
  })

  test('contains as many conversations as were handed over because of a topic', async () => {
    for (const filter of [...filters(), endedPeriod]) {
      const query = `${filter}&status=all&sort=handedOver`
      const { topics } = await owner.get('GET', `/api/reports/gaps?${query}`)
      const { handedOver } = await owner.get('GET', `/api/reports/ai?${filter}`)
      const counts = topics.map((topic: Row) => topic.handedOver)
      if (filter === period) expect(counts.length).toBeGreaterThan(1)
      expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one))
      expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBeLessThanOrEqual(handedOver)
      await expectLists(
        filter,
        topics.map((topic: Row) => [`topicId=${topic.id}`, topic.handedOver]),
      )
    }
  })

  async function expectLists(filter: string, numbers: [query: string, count: number][]): Promise<void> {
    for (const [query, count] of numbers)
      expect([query, await countListed(`${filter}&${query}`)]).toEqual([query, count])
  }

  type Row = Record<string, string | number>

  function filters(): string[] {
    return [
      '',
      `&projectId=${projectIds[0]}`,
      '&language=de',
      '&language=',
      `&labelId=${labelIds[0]}`,
      `&labelId=${labelIds[1]}&projectId=${projectIds[0]}`,
    ].map((filter) => period + filter)
  }

  /** The rows of all pages; -1 where their number is not the total. */
  async function countListed(query: string, measure = 'conversations'): Promise<number> {
    const listed = new Set<string>()
    for (let cursor = ''; ; ) {
      const page = await owner.get('GET', `/api/reports/conversations?${query}&limit=40${cursor}`)
      for (const { sessionId, firstSeq, measures } of page.conversations) {
        expect(measures).toContain(measure)
        listed.add(`${sessionId} ${firstSeq}`)
      }
      if (!page.nextCursor) return page.total === listed.size ? listed.size : -1
      cursor = `&cursor=${page.nextCursor}`
    }
  }
})
