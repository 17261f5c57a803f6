import { expect, test } from 'vitest'
import { type WeeklyReport, writeWeeklyReport } from './write-weekly-report.ts'

const links = {
  publicUrl: 'https://chat.example.com',
  unsubscribe: 'https://chat.example.com/unsubscribe#token',
}
const report: WeeklyReport = {
  companyName: 'Willow & Sons',
  from: '2026-11-16',
  to: '2026-11-22',
  overview: {
    conversations: 1204,
    answeredByAi: 746,
    handedOver: 210,
    unanswered: 3,
    confirmedResolved: 240,
    firstResponseMedianSeconds: 5400,
    ratings: [1, 0, 0, 2, 6],
    previous: { conversations: 1070 },
  },
  gaps: {
    questions: 21,
    topics: [
      { name: 'Gift cards', questions: 5 },
      { name: 'Delivery to evil.test', questions: 1 },
    ],
  },
}

test('lists the numbers of a week with links to them', () => {
  const { subject, text } = writeWeeklyReport(report, links)
  expect(subject).toBe('Nov 16–22, 2026: 1,204 conversations, 62% answered by AI')
  expect(text).toBe(`Willow & Sons, Nov 16–22, 2026

Conversations: 1,204 (+13% from the week before)
Answered by AI: 746 (62%)
Handed over: 210 (17%)
Not answered: 3 (0%)
Confirmed resolved: 240 (20%)
Median first response: 1 h 30 min
Average rating: 4.3 of 5 (9 ratings)

View the report: https://chat.example.com/reports?from=2026-11-16&to=2026-11-22

21 questions the AI couldn't answer:
- Gift cards: 5
- Delivery to evil. test: 1
Write answers: https://chat.example.com/reports/gaps?from=2026-11-16&to=2026-11-22

You get this email every Monday because you turned on the weekly report.
Unsubscribe: https://chat.example.com/unsubscribe#token`)
})

test('has the same content in HTML, with names escaped', () => {
  const companyName = 'A <b>&</b> "B"'
  const { html } = writeWeeklyReport({ ...report, companyName }, links)
  expect(html).toContain('A &#60;b&#62;&#38;&#60;/b&#62; &#34;B&#34;, Nov 16–22, 2026')
  for (const content of [
    '1,204 (+13% from the week before)',
    'Gift cards',
    'unsubscribe#token',
    'Write answers',
  ])
    expect(html).toContain(content)
  expect(html).not.toMatch(/<img|<script|<link/)
})

test('leaves out what there is none of', () => {
  const overview = {
    ...report.overview,
    conversations: 1,
    answeredByAi: 1,
    firstResponseMedianSeconds: null,
    ratings: [0, 0, 0, 0, 0],
    previous: { conversations: 0 },
  }
  const { subject, text } = writeWeeklyReport(
    { ...report, overview, gaps: { questions: 3, topics: [] } },
    links,
  )
  expect(subject).toBe('Nov 16–22, 2026: 1 conversation, 100% answered by AI')
  expect(text).toContain('Conversations: 1\n')
  const change = (conversations: number) =>
    writeWeeklyReport({ ...report, overview: { ...report.overview, conversations } }, links).text
  expect(change(1072)).toContain('Conversations: 1,072 (same as the week before)\n')
  expect(change(535)).toContain('Conversations: 535 (−50% from the week before)\n')
  expect(text).not.toMatch(/first response|rating|couldn't/)
})

test('has no unsubscribe link where it was requested without a subscription', () => {
  const { text, html } = writeWeeklyReport(report, { ...links, unsubscribe: null })
  expect(text).toMatch(/You get this email once because you requested it\.$/)
  expect(text + html).not.toMatch(/unsubscribe/i)
})

test('says that a week had no conversations, and what to check', () => {
  const overview = { ...report.overview, conversations: 0 }
  const { subject, text } = writeWeeklyReport(
    { ...report, overview, gaps: { questions: 0, topics: [] } },
    links,
  )
  expect(subject).toBe('Nov 16–22, 2026: no conversations')
  expect(text).toContain('check that the widget is installed')
  expect(text).not.toContain('Answered by AI')
})

test.each([
  ['2026-11-30', '2026-12-06', 'Nov 30 – Dec 6, 2026'],
  ['2026-12-28', '2027-01-03', 'Dec 28, 2026 – Jan 3, 2027'],
])('names the days from %s to %s', (from, to, expected) => {
  expect(writeWeeklyReport({ ...report, from, to }, links).subject).toContain(`${expected}:`)
})
