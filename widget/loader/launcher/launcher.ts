import type { LauncherConfig } from '@aichat/contracts/chat/visitors'
import { addElement, addIcon, addStyles, createShadowRoot, keepAttached } from '../elements.ts'
import type { englishLabels } from './labels.ts'
import styles from './launcher.css'

export type Launcher = {
  /** The element on the page whose shadow root contains everything. */
  host: Element
  /** The container of the launcher and the chat's panel. */
  box: HTMLElement
  /** The button and what is beside it. */
  bar: HTMLElement
  /** The container of the button and the badge on it. */
  spot: HTMLElement
  button: HTMLButtonElement
  applyConfig(config: LauncherConfig['config']): void
  remove(): void
  setOpen(isOpen: boolean): void
  setVisible(isVisible: boolean): void
}

const bubblePath = 'M8.4 19 3 20.5l1.6-4.6a8.6 8.5 0 1 1 3.8 3.1Z'
const chevronPath = 'm6 9.5 6 6 6-6'

export function createLauncher(labels: typeof englishLabels, onToggle: () => void): Launcher {
  const root = createShadowRoot()
  addStyles(root, styles)
  const box = addElement('div', 'box', root)
  const bar = addElement('div', 'bar', box)
  const spot = addElement('div', 'spot', bar)
  const button = addElement('button', 'launcher', spot)
  const icon = addIcon(button)
  const text = addElement('bdi', 'text', button)
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
    host: root.host,
    box,
    bar,
    spot,
    button,
    applyConfig(config) {
      box.style.cssText = `--icon:${config.icon.color};--on-icon:${config.icon.symbolColor ?? config.brand.fontColor}`
      box.dataset.position = config.icon.position
      text.textContent = config.icon.text
      setOpen(box.dataset.open === 'true')
    },
    setOpen,
    remove: keepAttached(root.host),
    setVisible(isVisible) {
      box.hidden = !isVisible
    },
  }
}
