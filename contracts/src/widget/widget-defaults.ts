import { truncateText } from '../kit/text.ts'
import { type WidgetContent, widgetLimits } from './widget.ts'
import { isSameValue } from './widget-values.ts'

/** The offline greeting must also be true while the AI answers. */
export const defaultGreetings = {
  firstVisit: 'Hi! How can we help you today?',
  returning: 'Welcome back! How can we help?',
  offline: 'Our team is away right now. Send us a message and we will get back to you.',
}
/** Of projects that were created before. */
export const formerOfflineGreeting = 'We are away right now. Leave us a message and we will get back to you.'

/** The config of a new project. The Customize page sets the template and the pre-chat mode on its first load. */
export function defaultWidget(chatName: string): WidgetContent {
  return {
    template: { key: null, version: null },
    brand: {
      chatName: truncateText(chatName, widgetLimits.chatName),
      // The nearest shade of the icon's color on which white text passes WCAG AA.
      primaryColor: '#287db2',
      fontColor: '#ffffff',
      logoUrl: '',
    },
    greetings: { ...defaultGreetings },
    icon: { position: 'bottom-right', animation: 'none', color: '#2c8ac5', text: '' },
    behavior: {
      openOnLoad: false,
      showTooltip: false,
      showMessagePreview: true,
      autoOpenDelay: 0,
      manualOnReply: true,
      autoReplyResumeMinutes: widgetLimits.autoReplyResumeMinutes.default,
    },
    agent: { autoReply: false, autoReplyRateLimit: widgetLimits.autoReplyRateLimit.default },
    realtime: { preChat: { enabled: false, mode: null, fields: [] } },
  }
}

const designSections = ['brand', 'greetings', 'icon', 'behavior'] as const

/**
 * Whether the look, the texts or the behavior were changed since the project was created. What Customize sets on its first load
 * does not count, nor does AI auto-reply, which is not a matter of taste.
 */
export function isCustomized(config: WidgetContent, initialChatName: string): boolean {
  const original = defaultWidget(initialChatName)
  if (config.greetings.offline === formerOfflineGreeting) original.greetings.offline = formerOfflineGreeting
  const { enabled, fields } = config.realtime.preChat
  return (
    enabled ||
    fields.length > 0 ||
    // A project that is older than a field may lack it.
    designSections.some(
      (section) => !isSameValue({ ...original[section], ...config[section] }, original[section]),
    )
  )
}
