import * as z from 'zod/mini'
import { id, optionalText } from './common.ts'
import { commands, events } from './realtime.ts'
import { routes } from './route.ts'
import { clientId, message, messageText, sender, sessionStatus } from './sessions.ts'
import { widgetContent } from './widget.ts'

export const visitorLimits = { url: 2000, locale: 35, fieldValue: 200, fields: 10 } as const

export const visitorSentences = {
  formFirst: 'Please fill in the form first.',
  formEmpty: 'Please fill in the form.',
  email: 'Please enter a valid email address',
  unavailable: 'This chat is not available.',
} as const

/** What the loader and the chat read before anyone writes. Nothing in it is private. */
export const publicConfig = z.object({
  config: widgetContent,
  faqs: z.array(z.object({ id, question: z.string(), answer: z.string(), order: z.int() })),
  faqEnabled: z.boolean(),
  project: z.object({ name: z.string() }),
  release: z.int(),
  humansOnline: z.boolean(),
})
export type PublicConfig = z.output<typeof publicConfig>

/** A visitor sees their own conversation, without what belongs to the desk. */
export const visitorSession = z.object({ sessionId: id, status: sessionStatus, lastSeq: z.int() })
export type VisitorSession = z.output<typeof visitorSession>

export const visitorStart = z.object({
  visitorToken: z.string(),
  returning: z.boolean(),
  session: z.nullable(visitorSession),
  messages: z.array(message),
})
export type VisitorStart = z.output<typeof visitorStart>

const loose = (limit: number) => z.optional(z.nullable(optionalText(limit)))

export const visitorRoutes = routes({
  config: {
    method: 'GET',
    path: '/api/public/:publicKey',
    summary: 'The published widget',
    access: 'public',
    answer: publicConfig,
  },
  start: {
    method: 'POST',
    path: '/api/public/:publicKey/visitors',
    summary: 'Begin or resume as a visitor',
    access: 'public',
    body: z.object({
      visitorToken: loose(200),
      pageUrl: loose(visitorLimits.url),
      referrer: loose(visitorLimits.url),
      locale: loose(visitorLimits.locale),
    }),
    answer: visitorStart,
  },
})

export const visitorCommands = commands({
  'message:send': {
    payload: z.object({ text: messageText, clientId: z.optional(clientId) }),
    ack: z.object({ message, session: visitorSession }),
  },
  typing: {
    payload: z.object({ isTyping: z.boolean() }),
    ack: z.object({}),
  },
  'prechat:submit': {
    payload: z.object({
      fields: z.record(z.string().check(z.maxLength(60)), optionalText(visitorLimits.fieldValue)),
    }),
    ack: z.object({ message, session: visitorSession }),
  },
  'session:end': { payload: z.object({}), ack: z.object({}) },
  sync: {
    payload: z.object({ lastSeq: z.int().check(z.minimum(0)) }),
    ack: z.object({
      session: z.nullable(visitorSession),
      messages: z.array(message),
      prechatRequested: z.boolean(),
      reset: z.optional(z.boolean()),
    }),
  },
})

export const visitorEvents = events({
  'message:new': z.object({ message }),
  'typing:update': z.object({ sessionId: id, from: sender, isTyping: z.boolean() }),
  'prechat:request': z.object({ sessionId: id }),
  'session:patched': z.object({ sessionId: id, patch: z.partial(visitorSession) }),
  'presence:update': z.object({ agentsOnline: z.boolean() }),
})
