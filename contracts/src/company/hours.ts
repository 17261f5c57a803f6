import * as z from 'zod/mini'
import { id, requiredLine, time } from '../kit/common.ts'
import { isDate } from '../kit/dates.ts'
import { routes } from '../kit/route.ts'
import { timeZone } from '../kit/time-zones.ts'

export const hoursLimits = { spansPerDay: 10, exceptions: 200, exceptionName: 60 } as const

export const hoursSentences = {
  time: 'Enter a time, like 09:00',
  date: 'Enter a date, like 2026-12-25',
  exceptionName: 'Enter a name, like Christmas Day',
  sameDate: 'Each date can have one exception',
  loadFailed: 'Failed to load business hours',
  saveFailed: 'Failed to save business hours',
} as const

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** What the chat does while the schedule is closed. */
export const outsideHoursModes = ['ai', 'ai_email', 'form', 'hide'] as const
export type OutsideHoursMode = (typeof outsideHoursModes)[number]

const timeOfDay = z
  .string(hoursSentences.time)
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, hoursSentences.time))

/** A span ends at the first `to` after its `from`: on the next day unless `to` is later. Equal times are 24 hours. */
const span = z.object({ from: timeOfDay, to: timeOfDay })
export type Span = z.output<typeof span>

const spans = z
  .array(span, 'Enter a list of spans')
  .check(z.maxLength(hoursLimits.spansPerDay, `Use at most ${hoursLimits.spansPerDay} spans per day`))

const exception = z.object({
  date: z.string(hoursSentences.date).check(z.refine(isDate, hoursSentences.date)),
  name: requiredLine(hoursLimits.exceptionName, hoursSentences.exceptionName),
  /** Replace the spans that start on this date; none means closed. */
  spans,
})
export type HoursException = z.output<typeof exception>

/** When the team is there, on the wall clock of a time zone. */
export const businessHours = z.object({
  timeZone,
  week: z.object({
    monday: spans,
    tuesday: spans,
    wednesday: spans,
    thursday: spans,
    friday: spans,
    saturday: spans,
    sunday: spans,
  }),
  exceptions: z.array(exception, 'Enter a list of exceptions').check(
    z.maxLength(hoursLimits.exceptions, `Use at most ${hoursLimits.exceptions} exceptions`),
    z.refine((all) => new Set(all.map(({ date }) => date)).size === all.length, hoursSentences.sameDate),
  ),
  outsideHours: z.enum(outsideHoursModes, 'Choose ai, ai_email, form or hide'),
})
export type BusinessHours = z.output<typeof businessHours>

/** The state of the schedule that visitors see. `closesAt` is null while it is closed and when it does not close for a week. */
export const publicHours = z.object({
  isOpen: z.boolean(),
  /** Null while it is open, and when it does not open within a year. */
  opensAt: z.nullable(time),
  closesAt: z.nullable(time),
  timeZone: z.string(),
  outsideHours: z.enum(outsideHoursModes),
  /** How long a person usually needs to reply, in minutes; null without enough replies. */
  replyMinutes: z.nullable(z.int()),
})
export type PublicHours = z.output<typeof publicHours>

const projectHours = z.object({ id, name: z.string(), hours: z.nullable(businessHours) })
export type ProjectHours = z.output<typeof projectHours>

const saved = {
  access: { permission: 'hours.manage', rateLimit: 'none', audit: ['hours_changed'] },
  body: businessHours,
  response: businessHours,
} as const

export const hoursRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/hours',
    summary: 'List business hours: of the company, and of each project that has its own; null is always open',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    scope: 'projects:read',
    response: z.object({ company: z.nullable(businessHours), projects: z.array(projectHours) }),
  },
  saveCompany: {
    method: 'PUT',
    path: '/api/hours',
    summary: 'Set the business hours of the company',
    ...saved,
  },
  removeCompany: {
    method: 'DELETE',
    path: '/api/hours',
    summary: 'Delete the business hours of the company: it is always open',
    access: { permission: 'hours.manage', rateLimit: 'none', audit: ['hours_changed'] },
  },
  saveProject: {
    method: 'PUT',
    path: '/api/projects/:projectId/hours',
    summary: 'Set business hours for one project, instead of those of the company',
    ...saved,
  },
  removeProject: {
    method: 'DELETE',
    path: '/api/projects/:projectId/hours',
    summary: 'Delete the business hours of a project: those of the company apply',
    access: { permission: 'hours.manage', rateLimit: 'none', audit: ['hours_changed'] },
  },
})

/** The spans that start on a date (YYYY-MM-DD), and the exception that they belong to. */
export function getDayHours(
  { week, exceptions }: Pick<BusinessHours, 'week' | 'exceptions'>,
  date: string,
): { spans: readonly Span[]; exception: HoursException | undefined } {
  const exception = exceptions.find((one) => one.date === date)
  const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7] as Weekday
  return { spans: exception?.spans ?? week[weekday], exception }
}
