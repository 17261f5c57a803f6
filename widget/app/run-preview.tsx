import { getVisibleColor } from '@aichat/contracts/kit/visible-color'
import type { PreviewMessage } from '@aichat/contracts/widget/preview'
import type { PublicWidgetContent } from '@aichat/contracts/widget/widget'
import { render } from 'preact'
import { type Attention, createAttention } from '../loader/launcher/attention.ts'
import { englishLabels } from '../loader/launcher/labels.ts'
import { createLauncher, type Launcher } from '../loader/launcher/launcher.ts'
import { emptyLog } from './chat/log.ts'
import type { ChatActions, ChatState } from './chat/state.ts'
import { isObject, readContent, readFaq, readList, readMessage } from './connection/shapes.ts'
import { setColors } from './kit/colors.ts'
import { loadPartStyles } from './kit/part-styles.ts'
import { ChatPanel } from './panel/ChatPanel.tsx'

const actions: ChatActions = {
  send() {},
  retry() {},
  setTyping() {},
  submitForm: async () => null,
  skipForm: async () => null,
  submitEmail: async () => null,
  requestHandover: async () => null,
  rate: async () => null,
  rateReply: async () => null,
  answerSuggestions: async () => null,
  emit() {},
  endConversation() {},
  startNewConversation() {},
  setMuted() {},
  upload: () => Promise.reject(new Error('not available in the preview')),
  fetchFile: () => Promise.reject(new Error('not available in the preview')),
}

/** Renders the config that the console posts, with the launcher and the chat but without a server. */
export function runPreview(root: HTMLElement) {
  loadPartStyles()
  let launcher: Launcher | undefined
  let attention: Attention | undefined
  let current: PreviewMessage | undefined
  let isOpen = true

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== location.origin) return
    const message = readPreviewMessage(event.data)
    if (!message) return
    isOpen = shouldOpen(message)
    current = message
    draw(message)
  })

  /** Opens or closes the chat so that the latest change is visible. */
  function shouldOpen({ config, state }: PreviewMessage): boolean {
    if (!current) return true
    const before = current.config
    const changed = (section: keyof PublicWidgetContent) =>
      JSON.stringify(before[section]) !== JSON.stringify(config[section])
    if (changed('icon') || (config.behavior.showTooltip && !before.behavior.showTooltip)) return false
    return (
      isOpen || current.state !== state || changed('brand') || changed('greetings') || changed('realtime')
    )
  }

  function draw(message: PreviewMessage) {
    const { config, device, theme } = message
    launcher ??= createLauncher(englishLabels, toggle)
    attention ??= createAttention(launcher, undefined, toggle, () => attention?.setGreeting(false))
    const symbolColor = getVisibleColor(config.brand.fontColor, config.icon.color)
    launcher.applyConfig({ ...config, icon: { ...config.icon, symbolColor } })
    attention.applyConfig(config)
    launcher.setOpen(isOpen)
    attention.setGreeting(config.behavior.showTooltip && !isOpen)
    launcher.setVisible(device === 'desktop' || !isOpen)
    launcher.box.style.colorScheme = theme
    setColors(config)
    document.documentElement.dataset.theme = theme
    document.body.dataset.device = device
    root.hidden = !isOpen
    render(
      <ChatPanel
        state={previewState(message)}
        actions={actions}
        isInert
        composerRef={null}
        onClose={toggle}
      />,
      root,
    )
  }

  function toggle() {
    isOpen = !isOpen
    if (current) draw(current)
  }
}

function previewState({ config, state, faqs, faqEnabled, messages }: PreviewMessage): ChatState {
  const isOffline = state === 'offline'
  const isForm = state === 'prechat'
  const isAnswer = state === 'ai_answer'
  const { preChat } = config.realtime
  return {
    config: {
      config: {
        ...config,
        agent: { ...config.agent, autoReply: isAnswer || config.agent.autoReply },
      },
      faqs,
      faqEnabled: faqEnabled || state === 'faq',
      humansOnline: !isOffline && !isAnswer,
      hours: null,
    },
    log: isAnswer ? { ...emptyLog, messages } : emptyLog,
    session: isAnswer
      ? { sessionId: '', status: 'active', lastSeq: messages.length, unread: 0, autoReply: true }
      : null,
    // Before the start, no form covers the FAQs.
    isStarted: state !== 'faq',
    greeting: null,
    isReturning: state === 'returning',
    isConnected: true,
    isRemoved: false,
    isOpen: true,
    humansOnline: !isOffline && !isAnswer,
    hours: null,
    isAgentTyping: false,
    isReplySlow: false,
    replyDraft: '',
    isFormRequired: isForm && preChat.mode !== 'on_demand',
    isFormAsked: isForm,
    contact: {},
    pageContact: {},
    readSeq: 0,
    clearedSeq: 0,
    isMuted: false,
  }
}

const states = ['first_visit', 'returning', 'offline', 'prechat', 'faq', 'ai_answer']

function readPreviewMessage(value: unknown): PreviewMessage | null {
  if (!isObject(value) || value.type !== 'aichat:preview') return null
  const config = readContent(value.config)
  if (!config || !states.includes(value.state as string)) return null
  return {
    type: 'aichat:preview',
    config,
    state: value.state as PreviewMessage['state'],
    device: value.device === 'phone' ? 'phone' : 'desktop',
    theme: value.theme === 'dark' ? 'dark' : 'light',
    faqs: readList(value.faqs, readFaq),
    faqEnabled: value.faqEnabled === true,
    messages: readList(value.messages, readMessage),
  }
}
