import * as z from 'zod/mini'
import { publicFaq } from '../ai/faq.ts'
import { publicHours } from '../company/hours.ts'
import { emailAddress, id, optionalLine, optionalText, requiredLine } from '../kit/common.ts'
import { perAddress, perVisitor, perWebsite, type RateLimit } from '../kit/rate-limit.ts'
import { commandRateLimits, commands, commonEvents, events } from '../kit/realtime.ts'
import { routes } from '../kit/route.ts'
import { identityLimits } from '../widget/identity.ts'
import { installationRateLimits } from '../widget/installation.ts'
import { publicWidgetContent } from '../widget/widget.ts'
import { attachment, visitorUploadLimits } from './attachments.ts'
import {
  clientId,
  message,
  messageContent,
  messageDelta,
  requireContent,
  seenSeq,
  typingUpdate,
} from './messages.ts'
import { sessionStatus } from './sessions.ts'

export const visitorLimits = {
  /** Open connections per visitor: a tab has one. */
  connections: 30,
  url: 2000,
  locale: 35,
  userAgent: 500,
  fieldValue: 200,
  fields: 10,
  attributes: 30,
  attributeName: 60,
  attributeValue: 500,
  comment: 1000,
} as const

/** How long a link opens its conversation. */
export const conversationLinkDays = 7

export const visitorSentences = {
  formFirst: 'Please fill in the form first.',
  formEmpty: 'Fill in at least one field.',
  email: 'Please enter a valid email address',
  unavailable: 'This chat is not available.',
  linkExpired: 'This link has expired.',
  attributes: 'Use at most 30 attributes with short names and plain values',
  rating: 'Choose 1 to 5',
  formSkipped: 'The visitor was asked for details and skipped the form.',
} as const

/** The configuration that the chat fetches. All of it is public. */
export const publicConfig = z.object({
  config: publicWidgetContent,
  faqs: z.array(publicFaq),
  faqEnabled: z.boolean(),
  project: z.object({ name: z.string() }),
  release: z.int(),
  humansOnline: z.boolean(),
  /** Null without a schedule: always open. */
  hours: z.nullable(publicHours),
})
export type PublicConfig = z.output<typeof publicConfig>

const { brand, greetings, icon, behavior } = publicWidgetContent.shape

/** The part of the configuration that the loader needs, because every page view of a website fetches it. */
export const launcherConfig = z.object({
  /** The origin of the chat's page when it is not the loader's. */
  widgetOrigin: z.optional(z.string()),
  config: z.object({
    brand: z.pick(brand, { chatName: true, primaryColor: true, fontColor: true, headerTextColor: true }),
    greetings: z.pick(greetings, { firstVisit: true }),
    icon,
    behavior,
  }),
  /** Null unless the launcher is hidden while the schedule is closed. */
  hours: z.nullable(publicHours),
  /** The labels, when the request asks for a language other than English. */
  words: z.optional(
    z.object({
      open: z.string(),
      close: z.string(),
      dismiss: z.string(),
      unread: z.string(),
      unreachable: z.string(),
      retry: z.string(),
    }),
  ),
})
export type LauncherConfig = z.output<typeof launcherConfig>

/** A conversation as its visitor sees it, without the fields for staff. */
export const visitorSession = z.object({
  sessionId: id,
  status: sessionStatus,
  lastSeq: z.int(),
  /** The number of the visitor's messages that no agent has read yet. */
  unread: z.int(),
  /** The AI answers in this conversation. */
  autoReply: z.boolean(),
})
export type VisitorSession = z.output<typeof visitorSession>

/** What the company knows about the visitor, to prefill forms. */
const visitorContact = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type VisitorContact = z.output<typeof visitorContact>

export const visitorStart = z.object({
  visitorToken: z.string(),
  returning: z.boolean(),
  session: z.nullable(visitorSession),
  messages: z.array(message),
  contact: z.optional(visitorContact),
  /** The website signed the visitor's identity. */
  verified: z.boolean(),
  /** Why the identity token was rejected; the visit continues as anonymous. */
  identityProblem: z.optional(z.enum(['expired', 'invalid'])),
})
export type VisitorStart = z.output<typeof visitorStart>

const nullishText = (limit: number) => z.optional(z.nullable(optionalText(limit)))
const nullishLine = (limit: number) => z.optional(z.nullable(optionalLine(limit)))

export const visitorRateLimits = {
  newVisitor: { name: 'newVisitor', points: 60, seconds: 10 * 60 },
  newConversation: { name: 'newConversation', points: 30, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

const checks = 'page views that the Installation screen waits for; those beyond the limit are stored later'

export const visitorRoutes = routes({
  config: {
    method: 'GET',
    path: '/api/public/:publicKey',
    summary: 'Retrieve the published widget config',
    access: {
      permission: 'public',
      rateLimit: perWebsite(installationRateLimits.installCheck, checks),
      audit: 'none',
    },
    isPrecompressed: true,
    query: z.object({
      check: nullishText(visitorLimits.url),
      lang: nullishText(visitorLimits.locale),
      launcher: nullishText(10),
    }),
    response: z.union([publicConfig, launcherConfig]),
  },
  start: {
    method: 'POST',
    path: '/api/public/:publicKey/visitors',
    summary: 'Start or resume a visit',
    access: {
      permission: 'public',
      rateLimit: perAddress(visitorRateLimits.newVisitor, 'new visitors'),
      audit: 'none',
    },
    body: z.object({
      visitorToken: nullishText(200),
      pageUrl: nullishText(visitorLimits.url),
      referrer: nullishText(visitorLimits.url),
      locale: nullishText(visitorLimits.locale),
      identity: nullishText(identityLimits.token),
    }),
    response: visitorStart,
  },
  attach: {
    method: 'POST',
    path: '/api/public/:publicKey/attachments',
    summary:
      'Upload a file in the multipart field `file`, with the visitor token as bearer token; send it with `message:send` within 24 hours',
    access: { permission: 'public', rateLimit: visitorUploadLimits, audit: 'none' },
    multipart: 'file',
    response: attachment,
    status: 201,
  },
  attachment: {
    method: 'GET',
    path: '/api/public/:publicKey/attachments/:attachmentId',
    summary: 'Download an attachment of the visitor’s conversation, with the visitor token as bearer token',
    access: { permission: 'public', rateLimit: 'none', audit: 'none' },
    download: 'application/octet-stream',
  },
})

/** May be empty, and has the form of an address otherwise. */
const contactEmail = optionalLine(visitorLimits.fieldValue).check(
  z.refine((text) => text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), visitorSentences.email),
)

const attributeText = optionalLine(visitorLimits.attributeValue)
const attributes = z
  .record(
    requiredLine(visitorLimits.attributeName, visitorSentences.attributes),
    z.nullable(z.union([attributeText, z.number(), z.boolean()])),
    visitorSentences.attributes,
  )
  .check(z.refine((all) => Object.keys(all).length <= visitorLimits.attributes, visitorSentences.attributes))

const sending = [
  perVisitor(commandRateLimits.message),
  perAddress(visitorRateLimits.newConversation, 'messages that start a conversation'),
]

export const visitorCommands = commands({
  'message:send': {
    access: { permission: 'public', rateLimit: sending },
    payload: z.object({ ...messageContent, clientId: z.optional(clientId) }).check(requireContent()),
    ack: z.object({ message, session: visitorSession }),
  },
  /** The visitor has read the conversation up to this message. */
  'message:read': {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.command) },
    payload: z.object({ sessionId: z.string().check(z.maxLength(100)), readSeq: seenSeq }),
    ack: z.object({}),
  },
  typing: {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.typing) },
    payload: z.object({ isTyping: z.boolean() }),
    ack: z.object({}),
  },
  'prechat:submit': {
    access: { permission: 'public', rateLimit: sending },
    payload: z.object({
      fields: z.record(z.string().check(z.maxLength(60)), optionalLine(visitorLimits.fieldValue)),
      clientId: z.optional(clientId),
    }),
    ack: z.object({ message, session: visitorSession }),
  },
  /** Declines a form that an agent has requested. The form before the first message cannot be skipped. */
  'prechat:skip': {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.message) },
    payload: z.object({}),
    ack: z.object({}),
  },
  /** The address at which the team can reach the visitor, who is not verified by it. */
  'email:submit': {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.message) },
    payload: z.object({ email: emailAddress, clientId: z.optional(clientId) }),
    ack: z.object({ message, session: visitorSession }),
  },
  'person:request': {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.message) },
    payload: z.object({}),
    ack: z.object({ session: visitorSession }),
  },
  feedback: {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.message) },
    payload: z.object({
      messageId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
      rating: z
        .int(visitorSentences.rating)
        .check(z.minimum(1, visitorSentences.rating), z.maximum(5, visitorSentences.rating)),
      comment: z.optional(z.nullable(optionalText(visitorLimits.comment))),
      clientId: z.optional(clientId),
    }),
    ack: z.object({}),
  },
  /** Whether suggested pages answered the question; `helped: false` asks for a person. The first answer counts. */
  'suggestion:answer': {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.message) },
    payload: z.object({
      messageId: z.string().check(z.maxLength(100)),
      helped: z.boolean('helped must be true or false'),
    }),
    ack: z.object({ message, session: visitorSession }),
  },
  /** The visitor opened the link of a suggested page. */
  'suggestion:open': {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.command) },
    payload: z.object({
      messageId: z.string().check(z.maxLength(100)),
      itemId: z.string().check(z.maxLength(100)),
    }),
    ack: z.object({}),
  },
  /** An unverified identity from the page, shown to staff as a claim. */
  identify: {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.command) },
    payload: z.object({
      name: nullishLine(visitorLimits.fieldValue),
      email: z.optional(z.nullable(contactEmail)),
      phone: nullishLine(visitorLimits.fieldValue),
    }),
    ack: z.object({}),
  },
  attributes: {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.command) },
    payload: z.object({ attributes }),
    ack: z.object({}),
  },
  page: {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.command) },
    payload: z.object({ pageUrl: optionalText(visitorLimits.url) }),
    ack: z.object({}),
  },
  'session:end': {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.command) },
    payload: z.object({}),
    ack: z.object({}),
  },
  sync: {
    access: { permission: 'public', rateLimit: perVisitor(commandRateLimits.command) },
    payload: z.object({ lastSeq: seenSeq }),
    ack: z.object({
      session: z.nullable(visitorSession),
      messages: z.array(message),
      prechatRequested: z.boolean(),
      /** Only while a form is requested. */
      contact: z.optional(visitorContact),
      /** `presence:update` may be lost with a connection. Missing in answers of the previous release. */
      agentsOnline: z.optional(z.boolean()),
      reset: z.optional(z.boolean()),
    }),
  },
})

export const visitorEvents = events({
  ...commonEvents,
  'message:new': z.object({ message }),
  'message:delta': messageDelta,
  'typing:update': typingUpdate,
  'prechat:request': z.object({ sessionId: id }),
  'session:patched': z.object({
    sessionId: id,
    /** `prechatRequested` is false once a form that an agent requested has been submitted. */
    patch: z.partial(z.extend(visitorSession, { prechatRequested: z.literal(false) })),
  }),
  // The chat of this key no longer exists. All visitors of the company receive it.
  'chat:removed': z.object({ publicKey: z.string() }),
  'presence:update': z.object({ agentsOnline: z.boolean() }),
})
