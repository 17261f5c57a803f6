import * as z from 'zod/mini'
import { uploadLimits } from '../chat/attachments.ts'
import { id, isWebUrl, optionalLine, optionalText, requiredLine, time } from '../kit/common.ts'
import { languageCodes } from '../kit/languages.ts'
import { routes } from '../kit/route.ts'
import { getWidgetFileId } from './logo.ts'

export const widgetLimits = {
  chatName: 60,
  greeting: 500,
  iconText: 20,
  imageUrl: 500,
  team: 5,
  memberName: 60,
  headline: 80,
  suggestions: 4,
  suggestion: 80,
  consent: 200,
  autoOpenDelay: { min: 0, max: 60 },
  autoReplyRateLimit: { min: 5, max: 120, default: 10 },
  autoReplyResumeMinutes: { min: 0, max: 1440, default: 0 },
  preChatFields: 10,
  preChatLabel: 60,
} as const

export const widgetSentences = {
  notAllowed: 'Only Owners and Admins can change the widget.',
  chatName: 'Chat name is required',
  color: 'Use a color like #1769a0',
  logoUrl: 'Use an address that starts with https://',
  team: 'Add at most 5 people',
  suggestions: 'Use at most 4 suggestions',
  iconText: 'Use at most 20 characters',
  autoOpenDelay: 'Choose 0 to 60 seconds',
  autoReplyRateLimit: 'Choose 5 to 120 seconds',
  autoReplyResumeMinutes: 'Choose 0 to 1440 minutes',
  template: 'Choose one of the published templates',
  loadProjectFailed: 'Failed to load project',
  loadFailed: 'Failed to load configuration',
  saveFailed: 'Failed to save changes',
  autoReplyHint: 'Admins can override per session in the unified inbox.',
  forcedTemplate: 'This widget uses the minimal template.',
} as const

export const preChatKeys = ['name', 'email', 'phone', 'custom'] as const
export const preChatLabels = {
  name: 'Your Name',
  email: 'Email Address',
  phone: 'Phone Number',
  custom: 'Custom',
} as const satisfies Record<(typeof preChatKeys)[number], string>

export const iconPositions = ['bottom-left', 'bottom-right'] as const
export const iconAnimations = ['none', 'pulse', 'bounce', 'shake'] as const
export const preChatModes = ['on_start', 'on_demand'] as const
export const preChatModeLabels = {
  on_start: 'Before the chat',
  on_demand: 'When an agent asks',
} as const satisfies Record<(typeof preChatModes)[number], string>

/** The label of each config field, by path. */
export const widgetFieldLabels = {
  'template.key': 'Template',
  'template.version': 'Template version',
  'brand.chatName': 'Chat name',
  'brand.primaryColor': 'Primary colour',
  'brand.fontColor': 'Font colour',
  'brand.logoUrl': 'Logo URL',
  'brand.team': 'Team photos',
  'brand.privacyUrl': 'Privacy policy URL',
  'greetings.headline': 'Headline',
  'greetings.firstVisit': 'First visit',
  'greetings.returning': 'Returning',
  'greetings.offline': 'Offline',
  'greetings.suggestions': 'Suggested messages',
  'greetings.consent': 'Consent line',
  'greetings.translations': 'Greetings in other languages',
  'icon.position': 'Position',
  'icon.animation': 'Animation',
  'icon.color': 'Color',
  'icon.text': 'Icon text',
  'behavior.openOnLoad': 'Open on page load',
  'behavior.showTooltip': 'Show tooltip',
  'behavior.showMessagePreview': 'Show new messages next to the launcher',
  'behavior.autoOpenDelay': 'Auto-open delay',
  'behavior.manualOnReply': 'Switch to manual when a person replies',
  'behavior.autoReplyResumeMinutes': 'Turn AI auto-reply back on after',
  'agent.autoReply': 'AI auto-reply',
  'agent.autoReplyRateLimit': 'Auto-reply rate limit',
  'realtime.preChat.enabled': 'Enable pre-chat form',
  'realtime.preChat.mode': 'Mode',
  'realtime.preChat.fields': 'Fields',
} as const
export type WidgetFieldPath = keyof typeof widgetFieldLabels

const flag = z.boolean('This must be true or false')
const color = z
  .string(widgetSentences.color)
  .check(z.regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, widgetSentences.color))

function integerInRange({ min, max }: { min: number; max: number }, sentence: string) {
  return z.int(sentence).check(z.minimum(min, sentence), z.maximum(max, sentence))
}

const secureUrl = optionalText(widgetLimits.imageUrl).check(
  z.refine((text) => text === '' || isSecureUrl(text), widgetSentences.logoUrl),
)

/** The address of an image on the web, or of a logo that was uploaded for the same project. */
const logoUrl = optionalText(widgetLimits.imageUrl).check(
  z.refine(
    (text) => text === '' || isSecureUrl(text) || getWidgetFileId(text) !== null,
    widgetSentences.logoUrl,
  ),
)

function isSecureUrl(text: string): boolean {
  return isWebUrl(text) && /^https:/i.test(text)
}

/** A person whose photo the chat shows in its header, and beside the messages of the agent with this name. */
const teamPhoto = z.object({ name: optionalLine(widgetLimits.memberName), photoUrl: secureUrl })
export type TeamPhoto = z.output<typeof teamPhoto>

const brand = z.object({
  chatName: requiredLine(widgetLimits.chatName, widgetSentences.chatName),
  primaryColor: color,
  fontColor: color,
  logoUrl,
  // Fields that were added later are missing in the configs of older projects.
  team: z.optional(z.array(teamPhoto).check(z.maxLength(widgetLimits.team, widgetSentences.team))),
  privacyUrl: z.optional(secureUrl),
})

const greetingTexts = {
  firstVisit: optionalText(widgetLimits.greeting),
  returning: optionalText(widgetLimits.greeting),
  offline: optionalText(widgetLimits.greeting),
  headline: z.optional(optionalLine(widgetLimits.headline)),
  /** Messages that the visitor sends with one click. */
  suggestions: z.optional(
    z
      .array(optionalLine(widgetLimits.suggestion))
      .check(z.maxLength(widgetLimits.suggestions, widgetSentences.suggestions)),
  ),
  consent: z.optional(optionalLine(widgetLimits.consent)),
}
const greetings = z.object({
  ...greetingTexts,
  /** Greetings in other languages. Instead of a missing or blank text, visitors see what `localizeGreetings` returns. */
  translations: z.optional(
    z.partialRecord(z.enum(languageCodes, 'Choose one of the languages'), z.partial(z.object(greetingTexts))),
  ),
})
export type Greetings = z.output<typeof greetings>

const icon = z.object({
  position: z.enum(iconPositions, 'Choose bottom-left or bottom-right'),
  animation: z.enum(iconAnimations, 'Choose none, pulse, bounce or shake'),
  color,
  text: optionalLine(widgetLimits.iconText, widgetSentences.iconText),
})

const publicBehavior = z.object({
  openOnLoad: flag,
  showTooltip: flag,
  /** A message that arrives while the chat is closed is shown next to the launcher. */
  showMessagePreview: z.optional(flag),
  autoOpenDelay: integerInRange(widgetLimits.autoOpenDelay, widgetSentences.autoOpenDelay),
})

const behavior = z.object({
  ...publicBehavior.shape,
  /** A reply of an agent turns auto-reply off in its conversation. */
  manualOnReply: flag,
  /** Auto-reply that a reply of an agent has turned off is turned on again after this time without another; 0 for never. */
  autoReplyResumeMinutes: integerInRange(
    widgetLimits.autoReplyResumeMinutes,
    widgetSentences.autoReplyResumeMinutes,
  ),
})

const agent = z.object({
  autoReply: flag,
  autoReplyRateLimit: integerInRange(widgetLimits.autoReplyRateLimit, widgetSentences.autoReplyRateLimit),
})

export const preChatField = z.object({
  key: z.enum(preChatKeys, 'Choose name, email, phone or custom'),
  label: optionalLine(widgetLimits.preChatLabel),
  required: flag,
})
export type PreChatField = z.output<typeof preChatField>

const preChat = z.object({
  enabled: flag,
  mode: z.nullable(z.enum(preChatModes, 'Choose on_start or on_demand')),
  fields: z.array(preChatField).check(z.maxLength(widgetLimits.preChatFields, 'Use at most 10 fields')),
})

/** The published form of a config: without ids and timestamps. */
export const widgetContent = z.object({
  template: z.object({ key: z.nullable(z.string()), version: z.nullable(z.string()) }),
  brand,
  greetings,
  icon,
  behavior,
  agent,
  realtime: z.object({ preChat }),
})
export type WidgetContent = z.output<typeof widgetContent>

/** The part of a published config that visitors see. */
export const publicWidgetContent = z.object({
  ...widgetContent.shape,
  // Both instead of the font color, where that cannot be seen on the primary color or on the icon.
  brand: z.object({ ...brand.shape, headerTextColor: z.optional(z.string()) }),
  icon: z.object({ ...icon.shape, symbolColor: z.optional(z.string()) }),
  behavior: publicBehavior,
})
export type PublicWidgetContent = z.output<typeof publicWidgetContent>

export const widgetConfig = z.object({
  id,
  projectId: id,
  ...widgetContent.shape,
  /** The chat name of the new project, which stays when the project is renamed. */
  initialChatName: z.string(),
  updatedAt: time,
})
export type WidgetConfig = z.output<typeof widgetConfig>

/** A partial update: any section, any field of a section. */
export const widgetPatch = z.object({
  template: z.optional(
    z.object({ key: z.string(widgetSentences.template), version: z.optional(z.nullable(z.string())) }),
  ),
  brand: z.optional(z.partial(brand)),
  greetings: z.optional(z.partial(greetings)),
  icon: z.optional(z.partial(icon)),
  behavior: z.optional(z.partial(behavior)),
  agent: z.optional(z.partial(agent)),
  realtime: z.optional(z.object({ preChat: z.optional(z.partial(preChat)) })),
})
export type WidgetPatch = z.output<typeof widgetPatch>

export const widgetRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/widget/:widgetId',
    summary: 'Retrieve the draft widget config',
    access: { permission: 'widget.read', rateLimit: 'none', audit: 'none' },
    response: widgetConfig,
  },
  save: {
    method: 'PATCH',
    path: '/api/widget/:widgetId',
    summary: 'Update fields of the draft widget config',
    access: { permission: 'widget.manage', rateLimit: 'none', audit: ['widget_changed'] },
    body: widgetPatch,
    response: widgetConfig,
  },
  uploadLogo: {
    method: 'POST',
    path: '/api/widget/:widgetId/logo',
    summary:
      'Upload a logo in the multipart field `file`; save its address as `brand.logoUrl` of the same widget within 24 hours',
    access: { permission: 'widget.manage', rateLimit: uploadLimits, audit: 'none' },
    multipart: 'file',
    response: z.object({ logoUrl: z.string() }),
    status: 201,
  },
})
