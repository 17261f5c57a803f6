import type { Message } from '@aichat/contracts/chat/messages'
import { expect, test } from 'vitest'
import type { Entry } from './entries.ts'
import { chunkBlocks, findLastReadGroup, getUnreadDelivery, groupEntries } from './message-groups.ts'

function entry(key: string, minute: number, extra: Partial<Message> = {}): Entry {
  const createdAt = new Date(2026, 0, 10, 12, minute).toISOString()
  const message = { from: 'visitor', type: 'text', isAi: false, agent: null, meta: {}, createdAt, ...extra }
  return { kind: 'message', key, message: message as Message, isWithTeam: false }
}

const shapes = (entries: Entry[]) =>
  groupEntries(entries, 'self').map((block) =>
    block.kind === 'bubbles' ? `${block.side} ${block.entries.length}` : block.kind,
  )

test('groups bubbles of one author until a longer pause', () => {
  expect(shapes([entry('a', 0), entry('b', 2), entry('c', 5)])).toEqual(['day', 'visitor 2', 'visitor 1'])
})

test('starts each day with its date, also after exactly six years', () => {
  const on = (key: string, date: Date) => entry(key, 0, { createdAt: date.toISOString() })
  // The same day of the month and of the week.
  const days = groupEntries(
    [
      on('a', new Date(2020, 10, 20, 9)),
      on('b', new Date(2020, 10, 20, 23)),
      on('c', new Date(2026, 10, 20, 9)),
    ],
    'self',
  ).filter(({ kind }) => kind === 'day')
  expect(days).toMatchObject([{ key: 'day a' }, { key: 'day c' }])
})

test('starts a new group for another author', () => {
  const agent = { id: 'one', name: 'One' }
  expect(
    shapes([
      entry('a', 0),
      entry('b', 0, { from: 'agent', isAi: true }),
      entry('c', 0, { from: 'agent', agent }),
      entry('d', 0, { from: 'agent', agent: { id: 'two', name: 'Two' } }),
    ]),
  ).toEqual(['day', 'visitor 1', 'ai 1', 'agent 1', 'agent 1'])
})

test("finds what the visitor has read of the agents' messages", () => {
  const agent = { id: 'one', name: 'One' }
  const reply = (seq: number, minute: number) => entry(`${seq}`, minute, { seq, from: 'agent', agent })
  const blocks = groupEntries([reply(1, 0), reply(2, 0), entry('3', 1, { seq: 3 }), reply(4, 2)], 'self')
  const chunks = chunkBlocks(blocks)
  const delivery = (block: (typeof blocks)[number], visitorReadSeq: number, emailedSeq = 0) =>
    getUnreadDelivery(block, { visitorReadSeq, emailedSeq })
  const unread = (readSeq: number) => blocks.filter((block) => delivery(block, readSeq)).map(({ key }) => key)
  const lastRead = (readSeq: number) => findLastReadGroup(chunks, readSeq)?.key
  expect([unread(0), lastRead(0)]).toEqual([['1', '4'], undefined])
  expect([unread(1), lastRead(1)]).toEqual([['1', '4'], undefined])
  expect([unread(3), lastRead(3)]).toEqual([['4'], '1'])
  expect([unread(4), lastRead(4)]).toEqual([[], '4'])
  expect(blocks.map((block) => delivery(block, 1, 2))).toEqual([null, 'emailed', null, 'sent'])
})

test('keeps a system message out of the groups', () => {
  expect(shapes([entry('a', 0), entry('b', 0, { from: 'system', type: 'system' }), entry('c', 0)])).toEqual([
    'day',
    'visitor 1',
    'system',
    'visitor 1',
  ])
})

test('groups a pending message with the messages of the signed-in agent', () => {
  const sent = entry('a', 0, { from: 'agent', agent: { id: 'self', name: 'Self' } })
  const createdAt = new Date(2026, 0, 10, 12, 1).toISOString()
  const pending = {
    clientId: 'b',
    sessionId: 'session',
    text: 'x',
    attachments: [],
    createdAt,
    state: 'waiting' as const,
  }
  expect(shapes([sent, { kind: 'pending', key: 'b', pending }])).toEqual(['day', 'agent 2'])
})

test('puts a pending message into the chunk that it will be stored in', () => {
  const sent = (seq: number) => entry(`m${seq}`, seq, { seq, from: seq % 2 ? 'agent' : 'visitor' })
  const pending = {
    kind: 'pending',
    key: 'm80',
    pending: { createdAt: new Date(2026, 0, 10, 12, 59) },
  } as unknown as Entry
  const lastKeys = (entries: Entry[]) =>
    chunkBlocks(groupEntries(entries, 'self')).map(({ key, blocks }) => [key, blocks.at(-1)?.key])
  expect(lastKeys([sent(38), sent(39), sent(78), sent(79), pending])).toEqual([
    [0, 'm39'],
    [1, 'm79'],
    [2, 'm80'],
  ])
  expect(lastKeys([sent(78), sent(79), sent(80)])).toEqual([
    [0, 'day m78'],
    [1, 'm79'],
    [2, 'm80'],
  ])
})
