import type { WidgetContext } from '../context.ts'
import { addElement } from '../elements.ts'
import type { englishLabels } from '../launcher/labels.ts'

/** `loading` shows a skeleton, `failed` a message, and `ready` the chat's frame. */
type PanelState = 'loading' | 'failed' | 'ready'

export type Panel = {
  /** The container of the chat's frame. */
  element: HTMLElement
  /** With `onRetry`, which is for `failed`, a button is shown. */
  setState(state: PanelState, onRetry?: () => void): void
}

/** Draws the chat's outline on the page itself, so that it is visible and can be closed while the frame is loading. */
export function createPanel(
  box: HTMLElement,
  { config, language }: WidgetContext,
  labels: typeof englishLabels,
  onClose: () => void,
): Panel {
  const { brand } = config.config
  const element = addElement('div', 'panel', box)
  box.prepend(element)
  element.setAttribute('role', 'dialog')
  element.setAttribute('aria-label', brand.chatName)
  element.tabIndex = -1
  element.dir = /ar|he/.test(language) ? 'rtl' : 'ltr'
  element.style.cssText = `--primary:${brand.primaryColor};--on-primary:${brand.headerTextColor ?? brand.fontColor}`

  const header = addElement('div', 'header', element)
  addElement('span', 'logo', header).textContent = [...brand.chatName.trim()][0]?.toUpperCase() ?? ''
  addElement('bdi', 'title', header).textContent = brand.chatName
  const close = addElement('button', 'close', header)
  close.setAttribute('aria-label', labels.close)
  close.onclick = onClose
  close.textContent = '×'

  const body = addElement('div', 'body', element)
  const message = addElement('output', '', body)
  const retry = addElement('button', 'retry', body)
  retry.textContent = labels.retry

  return {
    element,
    setState(state, onRetry) {
      element.dataset.state = state
      message.textContent = onRetry ? labels.unreachable : ''
      retry.hidden = !onRetry
      retry.onclick = onRetry ?? null
    },
  }
}
