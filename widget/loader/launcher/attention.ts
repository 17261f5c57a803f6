import type { LauncherConfig } from '@aichat/contracts/chat/visitors'
import { addElement, addStyles } from '../elements.ts'
import styles from './attention.css'
import type { Launcher } from './launcher.ts'

export type Attention = {
  /** Sets the animation and the greeting. */
  applyConfig(config: LauncherConfig['config']): void
  setGreeting(isShown: boolean): void
  /** Shows a message beside the launcher, in place of the greeting. */
  showMessage(author: string, text: string): void
  /** The message has been read elsewhere. */
  hideMessage(): void
  /** The visitor has opened or dismissed the chat. */
  stop(): void
}

/** What draws attention to the launcher: its animation, and a greeting or a message beside it. */
export function createAttention(
  { bar, button }: Launcher,
  words: LauncherConfig['words'],
  onOpen: () => void,
  onDismiss: () => void,
): Attention {
  addStyles(bar.getRootNode() as ShadowRoot, styles)
  const tooltip = addElement('div', 'tooltip', bar)
  const greeting = addElement('button', 'greeting', tooltip)
  const title = addElement('strong', '', greeting)
  const text = addElement('bdi', '', greeting)
  const dismiss = addElement('button', 'dismiss', tooltip)
  tooltip.hidden = true
  title.dir = 'auto'
  greeting.onclick = onOpen
  dismiss.textContent = '×'
  dismiss.setAttribute('aria-label', words?.dismiss ?? 'Dismiss')
  dismiss.onclick = onDismiss
  let isMessage = false

  return {
    applyConfig({ brand, greetings, icon }) {
      title.textContent = brand.chatName
      text.textContent = greetings.firstVisit
      button.dataset.animation = icon.animation
    },
    setGreeting(isShown) {
      tooltip.hidden = !isShown
    },
    showMessage(author, content) {
      isMessage = true
      title.textContent = author
      text.textContent = content
      tooltip.hidden = false
    },
    hideMessage() {
      if (isMessage) tooltip.hidden = true
    },
    stop() {
      tooltip.hidden = true
      button.dataset.animation = ''
    },
  }
}
