import type { ReportOverview } from '@aichat/contracts/company/reports'
import type { Topic } from '@aichat/contracts/company/topics'
import { nameInMail } from '../../kit/mail/name-in-mail.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'

type Numbers = Pick<
  ReportOverview,
  | 'conversations'
  | 'answeredByAi'
  | 'handedOver'
  | 'unanswered'
  | 'confirmedResolved'
  | 'firstResponseMedianSeconds'
  | 'ratings'
>

/** docs/reports.md defines the numbers. */
export type WeeklyReport = {
  companyName: string
  /** Days like 2026-01-31, both inclusive. */
  from: string
  to: string
  overview: Numbers & { previous: Pick<ReportOverview['previous'], 'conversations'> }
  /** All unanswered questions, and the most frequent topics that are open. */
  gaps: { questions: number; topics: Pick<Topic, 'name' | 'questions'>[] }
}
/** `unsubscribe` is null for a report that was requested without a subscription. */
type Links = { publicUrl: string; unsubscribe: string | null }
type Row = { label: string; value: string }

/** The report of a week as a mail: its text, and the same as HTML without images. */
export function writeWeeklyReport(
  { companyName, from, to, overview, gaps }: WeeklyReport,
  { publicUrl, unsubscribe }: Links,
): { subject: string; text: string; html: string } {
  const week = formatDays(from, to)
  const period = new URLSearchParams({ from, to })
  const content: Content = {
    title: `${nameInMail(companyName)}, ${week}`,
    rows: overview.conversations === 0 ? [] : listRows(overview),
    note: overview.conversations === 0 ? noConversations : null,
    report: { label: 'View the report', url: `${publicUrl}/reports?${period}` },
    topics:
      gaps.topics.length === 0
        ? null
        : {
            title: `${count(gaps.questions, 'question')} the AI couldn't answer`,
            rows: gaps.topics.map(({ name, questions }) => ({
              label: nameInMail(name),
              value: String(questions),
            })),
            link: { label: 'Write answers', url: `${publicUrl}/reports/gaps?${period}` },
          },
    reason: unsubscribe
      ? 'You get this email every Monday because you turned on the weekly report.'
      : 'You get this email once because you requested it.',
    unsubscribe: unsubscribe ? { label: 'Unsubscribe', url: unsubscribe } : null,
  }
  return { subject: `${week}: ${summarize(overview)}`, text: toText(content), html: toHtml(content) }
}

const noConversations =
  'There were no conversations this week. If your website has visitors, check that the widget is installed.'

function summarize({ conversations, answeredByAi }: Numbers): string {
  if (conversations === 0) return 'no conversations'
  return `${count(conversations, 'conversation')}, ${formatShare(answeredByAi, conversations)} answered by AI`
}

function listRows(numbers: WeeklyReport['overview']): Row[] {
  const { conversations, previous, firstResponseMedianSeconds, ratings } = numbers
  const share = (total: number) => `${formatNumber(total)} (${formatShare(total, conversations)})`
  const rated = ratings.reduce((sum, total) => sum + total, 0)
  const stars = ratings.reduce((sum, total, index) => sum + total * (index + 1), 0)
  return [
    {
      label: 'Conversations',
      value: `${formatNumber(conversations)}${formatChange(conversations, previous.conversations)}`,
    },
    { label: 'Answered by AI', value: share(numbers.answeredByAi) },
    { label: 'Handed over', value: share(numbers.handedOver) },
    { label: 'Not answered', value: share(numbers.unanswered) },
    { label: 'Confirmed resolved', value: share(numbers.confirmedResolved) },
    ...(firstResponseMedianSeconds === null
      ? []
      : [{ label: 'Median first response', value: formatSeconds(firstResponseMedianSeconds) }]),
    ...(rated === 0
      ? []
      : [
          {
            label: 'Average rating',
            value: `${(stars / rated).toFixed(1)} of 5 (${count(rated, 'rating')})`,
          },
        ]),
  ]
}

/** "Nov 16–22, 2026" */
function formatDays(from: string, to: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const range = format.formatRange(new Date(from), new Date(to))
  // Intl surrounds the dash with thin spaces.
  return range.replace(/(?<= \d+)\u2009–\u2009(?=\d)/, '–').replaceAll('\u2009', ' ')
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}

function count(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`
}

function formatShare(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)}%`
}

/** Nothing where the week before had no conversations. */
function formatChange(value: number, before: number): string {
  if (before === 0) return ''
  const percent = Math.round((100 * (value - before)) / before)
  if (percent === 0) return ' (same as the week before)'
  return ` (${percent > 0 ? '+' : '−'}${Math.abs(percent)}% from the week before)`
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

type Link = { label: string; url: string }
type Content = {
  title: string
  rows: Row[]
  note: string | null
  report: Link
  topics: { title: string; rows: Row[]; link: Link } | null
  reason: string
  unsubscribe: Link | null
}

function toText({ title, rows, note, report, topics, reason, unsubscribe }: Content): string {
  const lines = (listed: Row[]) => listed.map(({ label, value }) => `${label}: ${value}`)
  const link = ({ label, url }: Link) => `${label}: ${url}`
  const paragraphs = [
    [title],
    note === null ? lines(rows) : [note],
    [link(report)],
    topics ? [`${topics.title}:`, ...lines(topics.rows).map((line) => `- ${line}`), link(topics.link)] : [],
    unsubscribe ? [reason, link(unsubscribe)] : [reason],
  ]
  return paragraphs
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.join('\n'))
    .join('\n\n')
}

/** Colors are left to the mail client, so that the mail is readable in dark mode, too. */
function toHtml({ title, rows, note, report, topics, reason, unsubscribe }: Content): string {
  const table = (listed: Row[]) =>
    `<table cellpadding="0" cellspacing="0" style="border-collapse:collapse">${listed.map(toTableRow).join('')}</table>`
  const link = ({ label, url }: Link) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
  const heading = (text: string, size: number) =>
    `<p style="margin:24px 0 8px;font-size:${size}px;font-weight:600">${escapeHtml(text)}</p>`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:16px;font-family:system-ui,-apple-system,Segoe UI,sans-serif;font-size:15px;line-height:22px">',
    heading(title, 18),
    note === null ? table(rows) : `<p>${escapeHtml(note)}</p>`,
    `<p>${link(report)}</p>`,
    topics ? `${heading(topics.title, 15)}${table(topics.rows)}<p>${link(topics.link)}</p>` : '',
    `<p style="margin-top:32px;font-size:13px">${escapeHtml(reason)} ${unsubscribe ? link(unsubscribe) : ''}</p>`,
    '</body></html>',
  ].join('\n')
}

function toTableRow({ label, value }: Row): string {
  return `<tr><td style="padding:4px 24px 4px 0">${escapeHtml(label)}</td><td style="padding:4px 0;font-weight:600">${escapeHtml(value)}</td></tr>`
}
