import type { LauncherLabels } from '@aichat/contracts/languages'
import type { PublicWidgetContent } from '@aichat/contracts/widget'
import { addElement, addIcon, addStyles, createShadowRoot, keepAttached } from './elements.ts'
import styles from './launcher.css'

export type Launcher = {
  /** The container of the chat's frame. */
  box: HTMLElement
  button: HTMLButtonElement
  applyConfig(config: PublicWidgetContent, labels?: LauncherLabels): void
  remove(): void
  setOpen(isOpen: boolean): void
  /** Shows the unread count; an empty text hides it. */
  setUnread(count: string): void
  setTooltip(isShown: boolean): void
  setVisible(isVisible: boolean): void
}

const bubblePath =
  'M21 11.5a8.4 8.4 0 0 1-9 8.3c-1.3 0-2.5-.3-3.6-.8L3 20.5l1.6-4.6A8 8 0 0 1 3 11.5a8.5 8.5 0 0 1 9-8.3 8.4 8.4 0 0 1 9 8.3Z'
const chevronPath = 'm6 9.5 6 6 6-6'

export function createLauncher(onToggle: () => void, onDismiss: () => void): Launcher {
  const root = createShadowRoot()
  addStyles(root, styles)
  const box = addElement('div', 'box', root)
  const bar = addElement('div', 'bar', box)
  const spot = addElement('div', 'spot', bar)
  const button = addElement('button', 'launcher', spot)
  const icon = addIcon(button)
  const text = addElement('bdi', 'text', button)
  const badge = addElement('output', 'badge', spot)
  const tooltip = addElement('div', 'tooltip', bar)
  const setTooltipTexts = fillTooltip(tooltip, onToggle, onDismiss)
  let labels: LauncherLabels = {
    open: 'Open chat',
    close: 'Close chat',
    dismiss: 'Dismiss',
    unread: 'Unread',
  }
  button.onclick = onToggle

  function setOpen(isOpen: boolean) {
    box.dataset.open = String(isOpen)
    icon.setAttribute('d', isOpen ? chevronPath : bubblePath)
    button.setAttribute('aria-expanded', String(isOpen))
    // The accessible name contains the visible text.
    const label = isOpen ? labels.close : labels.open + (text.textContent && `: ${text.textContent}`)
    button.setAttribute('aria-label', label)
  }

  return {
    box,
    button,
    applyConfig(config, translated) {
      labels = translated ?? labels
      badge.title = labels.unread
      setTooltipTexts(config, labels)
      box.style.setProperty('--icon', config.icon.color)
      box.style.setProperty('--on-icon', config.brand.fontColor)
      box.dataset.position = config.icon.position
      button.dataset.animation = config.icon.animation
      text.textContent = config.icon.text
      setOpen(box.dataset.open === 'true')
    },
    setOpen,
    setUnread(count) {
      badge.textContent = count
    },
    setTooltip(isShown) {
      tooltip.hidden = !isShown
    },
    remove: keepAttached(root.host),
    setVisible(isVisible) {
      box.hidden = !isVisible
    },
  }
}

/** Returns the function that sets the texts of the tooltip. */
function fillTooltip(tooltip: Node, onToggle: () => void, onDismiss: () => void) {
  const greeting = addElement('button', 'greeting', tooltip)
  const name = addElement('strong', '', greeting)
  const invitation = addElement('bdi', '', greeting)
  const dismiss = addElement('button', 'dismiss', tooltip)
  dismiss.textContent = '×'
  name.dir = 'auto'
  greeting.onclick = onToggle
  dismiss.onclick = onDismiss
  return (config: PublicWidgetContent, labels: LauncherLabels) => {
    dismiss.setAttribute('aria-label', labels.dismiss)
    name.textContent = config.brand.chatName
    invitation.textContent = config.greetings.firstVisit
  }
}
