import type { LauncherLabels } from '@aichat/contracts/languages'
import type { WidgetContent } from '@aichat/contracts/widget'
import styles from './launcher.css'

export type Launcher = {
  /** Where the loader puts the chat's frame. */
  box: HTMLElement
  button: HTMLButtonElement
  dress(config: WidgetContent, words?: LauncherLabels): void
  addStyles(styles: string): void
  remove(): void
  setOpen(isOpen: boolean): void
  setUnread(count: number): void
  setTooltip(isShown: boolean): void
  setShown(isShown: boolean): void
}

const bubble =
  'M21 11.5a8.4 8.4 0 0 1-9 8.3c-1.3 0-2.5-.3-3.6-.8L3 20.5l1.6-4.6A8 8 0 0 1 3 11.5a8.5 8.5 0 0 1 9-8.3 8.4 8.4 0 0 1 9 8.3Z'
// A page may have put anything into the prototype of all objects.
const watched = { __proto__: null, childList: true } as MutationObserverInit
const chevron = 'm6 9.5 6 6 6-6'

/** Draws the launcher in a shadow root, so that neither side's styles reach the other. */
export function drawLauncher(onToggle: () => void, onDismiss: () => void): Launcher {
  const host = document.createElement('aichat-widget')
  host.style.cssText = 'all:initial!important;position:absolute!important'
  const root = host.attachShadow({ mode: 'open', __proto__: null } as ShadowRootInit)
  addStyles(root, styles)

  const box = element('div', 'box', root)
  const bar = element('div', 'bar', box)
  const spot = element('div', 'spot', bar)
  const button = element('button', 'launcher', spot)
  const icon = addIcon(button)
  const text = element('span', 'text', button)
  const badge = element('span', 'badge', spot)
  const tooltip = element('div', 'tooltip', bar)
  const greeting = element('button', 'greeting', tooltip)
  const name = element('strong', '', greeting)
  const invitation = element('span', '', greeting)
  const dismiss = element('button', 'dismiss', tooltip)
  badge.setAttribute('role', 'status')
  dismiss.textContent = '×'
  let words: LauncherLabels = { open: 'Open chat', close: 'Close chat', dismiss: 'Dismiss', unread: 'Unread' }
  for (const node of [text, name, invitation]) node.dir = 'auto'

  button.onclick = greeting.onclick = onToggle
  dismiss.onclick = onDismiss

  // Beside the body, which single-page frameworks exchange; whoever clears the whole page finds it back again.
  const attach = () => {
    if (!host.isConnected) document.documentElement.append(host)
  }
  const observer = new MutationObserver(attach)
  attach()
  observer.observe(document, watched)
  observer.observe(document.documentElement, watched)

  const launcher: Launcher = {
    box,
    button,
    dress(config, spoken) {
      words = spoken ?? words
      badge.title = words.unread
      dismiss.setAttribute('aria-label', words.dismiss)
      box.style.setProperty('--icon', config.icon.color)
      box.style.setProperty('--on-icon', config.brand.fontColor)
      box.dataset.position = config.icon.position
      button.dataset.animation = config.icon.animation
      text.textContent = config.icon.text
      name.textContent = config.brand.chatName
      invitation.textContent = config.greetings.firstVisit
      launcher.setOpen(box.dataset.open === 'true')
    },
    setOpen(isOpen) {
      box.dataset.open = String(isOpen)
      icon.setAttribute('d', isOpen ? chevron : bubble)
      button.setAttribute('aria-expanded', String(isOpen))
      const action = isOpen ? words.close : words.open
      // What is seen on the button is part of what it is called.
      button.setAttribute(
        'aria-label',
        text.textContent && !isOpen ? `${action}: ${text.textContent}` : action,
      )
    },
    setUnread(count) {
      badge.textContent = count > 99 ? '99+' : count > 0 ? String(count) : ''
    },
    setTooltip(isShown) {
      tooltip.hidden = !isShown
    },
    addStyles: (more) => addStyles(root, more),
    remove() {
      observer.disconnect()
      host.remove()
    },
    setShown(isShown) {
      box.hidden = !isShown
    },
  }
  launcher.setTooltip(false)
  launcher.setOpen(false)
  return launcher
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  parent: Node,
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  if (className) node.className = className
  return parent.appendChild(node)
}

function addIcon(button: HTMLElement): SVGPathElement {
  const space = 'http://www.w3.org/2000/svg'
  const picture = button.appendChild(document.createElementNS(space, 'svg'))
  picture.setAttribute('viewBox', '0 0 24 24')
  return picture.appendChild(document.createElementNS(space, 'path'))
}

/** A constructed sheet passes a page's `style-src`; the element is for browsers that have none. */
function addStyles(root: ShadowRoot, styles: string) {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  } catch {
    element('style', '', root).textContent = styles
  }
}
