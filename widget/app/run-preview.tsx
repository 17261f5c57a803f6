import type { PreviewMessage } from '@aichat/contracts/preview'
import { render } from 'preact'
import { drawLauncher, type Launcher } from '../loader/launcher.ts'
import { ChatPanel } from './ChatPanel.tsx'
import { setColours } from './colours.ts'
import { emptyLog } from './log.ts'
import { isObject, readContent, readText } from './shapes.ts'
import type { ChatActions, ChatState } from './state.ts'

const actions: ChatActions = {
  send() {},
  retry() {},
  setTyping() {},
  submitForm: async () => null,
  endConversation() {},
}

/** Draws what the console posts: the same launcher and the same chat, with nobody behind them. */
export function runPreview(root: HTMLElement) {
  let launcher: Launcher | undefined
  let shown: PreviewMessage | undefined
  let isOpen = true

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== location.origin) return
    const message = readPreviewMessage(event.data)
    if (!message) return
    shown = message
    draw(message)
  })

  function draw({ config, projectName, state }: PreviewMessage) {
    launcher ??= drawLauncher(toggle, () => launcher?.setTooltip(false))
    launcher.dress(config)
    launcher.setOpen(isOpen)
    launcher.setTooltip(config.behavior.showTooltip)
    setColours(config)
    document.body.dataset.tooltip = String(config.behavior.showTooltip)
    root.hidden = !isOpen
    render(
      <ChatPanel
        state={previewState(config, projectName, state)}
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
    if (shown) draw(shown)
  }
}

function previewState(
  config: PreviewMessage['config'],
  projectName: string,
  state: PreviewMessage['state'],
): ChatState {
  const isOffline = state === 'offline'
  return {
    // Offline is what visitors read when neither a person nor the AI answers.
    config: {
      config: isOffline ? { ...config, agent: { ...config.agent, autoReply: false } } : config,
      faqs: [],
      faqEnabled: false,
      project: { name: projectName },
      release: 0,
      humansOnline: !isOffline,
    },
    log: emptyLog,
    session: null,
    isStarted: true,
    isReturning: state === 'returning',
    isConnected: true,
    isOpen: true,
    humansOnline: !isOffline,
    isAgentTyping: false,
    isFormRequired: false,
    isFormAsked: config.realtime.preChat.enabled && config.realtime.preChat.fields.length > 0,
    readSeq: 0,
  }
}

function readPreviewMessage(value: unknown): PreviewMessage | null {
  if (!isObject(value) || value.type !== 'aichat:preview') return null
  const config = readContent(value.config)
  const { state } = value
  if (!config || (state !== 'first_visit' && state !== 'returning' && state !== 'offline')) return null
  return { type: 'aichat:preview', config, projectName: readText(value.projectName), state }
}
