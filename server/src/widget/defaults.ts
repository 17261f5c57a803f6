import { truncateText } from '@aichat/contracts/text'
import { type WidgetContent, widgetLimits } from '@aichat/contracts/widget'

/** The config of a new project. The Customize page sets the template and the pre-chat mode on its first load. */
export function defaultWidget(chatName: string): WidgetContent {
  return {
    template: { key: null, version: null },
    brand: {
      chatName: truncateText(chatName, widgetLimits.chatName),
      primaryColor: '#1769a0',
      fontColor: '#ffffff',
      logoUrl: '',
    },
    greetings: {
      firstVisit: 'Hi! How can we help you today?',
      returning: 'Welcome back! How can we help?',
      offline: 'We are away right now. Leave us a message and we will get back to you.',
    },
    icon: { position: 'bottom-right', animation: 'none', color: '#2c8ac5', text: '' },
    behavior: {
      openOnLoad: false,
      showTooltip: false,
      autoOpenDelay: 0,
      manualOnReply: true,
      autoReplyResumeMinutes: widgetLimits.autoReplyResumeMinutes.default,
    },
    agent: { autoReply: false, autoReplyRateLimit: widgetLimits.autoReplyRateLimit.default },
    realtime: { preChat: { enabled: false, mode: null, fields: [] } },
  }
}
