import { weekdays } from '@aichat/contracts/company/hours'
import { fillPath, type Route } from '@aichat/contracts/kit/route'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createPrivateFixtures } from '../fixtures/fixtures.ts'
import { createRecords } from '../fixtures/records.ts'
import type { Person } from '../kit/client.ts'
import { listRoutes } from '../kit/contracts.ts'

const fixtures = createPrivateFixtures({ fetchAllow: ['127.0.0.1:9'] })
/** Removing comes last, so that there is something to send to until then. */
const routes = (await listRoutes()).toSorted(
  ([, a], [, b]) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
)

const secret = 'a password that stands nowhere'
/** Values that a new field is most likely not to expect. */
const common: unknown[] = [null, '', 1e308, '\u0000', '\ud800', 'x'.repeat(100_001), { toString: 'x' }]
const rare: unknown[] = [
  0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER,
  true,
  ' ',
  '5',
  'false',
  'null',
  '\u202e\u200b',
  "'; drop table users; --",
  '%_\\',
  '{{7*7}}',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '👩‍👩‍👧‍👦'.repeat(50),
  [],
  ['a'],
  [[[]]],
  {},
  { length: 3 },
  Array.from({ length: 500 }, () => 'x'),
]

/** Each field is tried with the common values, and with one in six of the others unless FIELD_VALUES is `all`. */
const stride = process.env.FIELD_VALUES === 'all' ? 1 : 6
function valuesFor(fieldIndex: number): unknown[] {
  return [...common, ...rare.filter((_, index) => (index + fieldIndex) % stride === 0)]
}

let owner: Person
let ids: Record<string, string>

beforeAll(async () => {
  owner = await fixtures.signUp('acme')
  const { own } = await createRecords(fixtures, owner)
  const colleague = await fixtures.joined(owner, 'Agent')
  ids = { ...own, userId: colleague.data.user.id, token: 'no-such-token', key: 'answer' }
})

/** The names that a schema has at its top, whichever branch of a union they are of. */
function fieldsOf(schema: z.ZodMiniType | undefined): string[] {
  if (!schema) return []
  type Json = { properties?: object; anyOf?: Json[]; oneOf?: Json[]; allOf?: Json[] }
  const walk = ({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: Json): string[] => [
    ...Object.keys(properties),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(walk),
  ]
  return [...new Set(walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json))]
}

function pathOf(route: Route): string {
  return fillPath(route.path, ids)
}

/** Every other field holds what is right for most of them, so that the one in question is looked at. */
function bodyWith(fields: string[], field: string, value: unknown): object {
  const usual: Record<string, unknown> = {
    email: `someone-${Math.random()}@example.com`,
    password: secret,
    currentPassword: secret,
    newPassword: secret,
    pages: ['http://127.0.0.1:9/'],
    enabled: true,
    faqEnabled: true,
    role: 'Agent',
    status: 'active',
    type: 'manual',
    kind: 'site',
    config: { url: 'http://127.0.0.1:9/' },
    schedule: 'off',
    limits: {},
    pageIds: ['01890000-0000-7000-8000-000000000000'],
    mustContain: ['text'],
    mustCite: null,
    mustHandOver: false,
    tone: 'formal',
    scopes: ['sessions:read'],
    url: 'http://127.0.0.1:9/',
    events: ['message.created'],
    isEnabled: true,
    retentionDays: 3650,
    timeZone: 'Europe/Berlin',
    week: Object.fromEntries(weekdays.map((day) => [day, []])),
    exceptions: [],
    outsideHours: 'ai',
  }
  return { ...Object.fromEntries(fields.map((name) => [name, usual[name] ?? 'text'])), [field]: value }
}

test.each(routes)('%s: no field value causes an internal error or leaks one', async (_, route) => {
  const fields = fieldsOf(route.body)
  const sent: [string, unknown][] = [
    ...fields.flatMap((field, index) =>
      valuesFor(index).map((value): [string, unknown] => ['', bodyWith(fields, field, value)]),
    ),
    ...(route.body
      ? [...valuesFor(0).map((value): [string, unknown] => ['', value])]
      : [['', undefined] as [string, unknown]]),
    ...fieldsOf(route.query).flatMap((name, index) =>
      valuesFor(index)
        .filter((value) => typeof value !== 'object' && String(value).length < 10_000 && value !== '\ud800')
        .map((value): [string, unknown] => [`?${name}=${encodeURIComponent(String(value))}`, undefined]),
    ),
  ]
  for (const [query, body] of sent) {
    const { status, text, body: answer } = await owner.call(route.method, `${pathOf(route)}${query}`, body)
    const what = `${query} ${JSON.stringify(body)?.slice(0, 300)} → ${status} ${text.slice(0, 300)}`
    expect(status, what).toBeLessThan(500)
    if (status < 400) continue
    expect(answer, what).toMatchObject({
      success: false,
      message: expect.any(String),
      requestId: expect.any(String),
    })
    expect(text, what).not.toMatch(/node_modules|\.ts:\d|syntax error|relation "|violates|select |insert /i)
    expect(text, what).not.toContain(secret)
  }
})

test('no secret appears in the log, and no request fails with an internal error', () => {
  const { logged } = fixtures.server
  expect(logged.filter((line) => line.includes(secret))).toEqual([])
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})
