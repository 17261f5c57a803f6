import { Component, type ReactNode, type RefObject } from 'react'

type Props = {
  viewport: RefObject<HTMLElement | null>
  /** The keys of the entries. Other values mean that entries were added or removed. */
  keys: readonly string[]
  children: ReactNode
}

type Anchor = { id: string; top: number }

/**
 * Keeps the first visible message in its place when entries are added or removed above it. This is a class because only
 * `getSnapshotBeforeUpdate` measures immediately before the DOM changes. Earlier measurements are wrong, because the
 * browser only estimates the height of messages that are off screen.
 */
export class ScrollAnchor extends Component<Props> {
  override getSnapshotBeforeUpdate({ keys }: Props): Anchor | null {
    const { viewport, keys: next } = this.props
    return keys === next || !viewport.current ? null : findAnchor(viewport.current)
  }

  override componentDidUpdate(_props: Props, _state: object, anchor: Anchor | null) {
    const box = this.props.viewport.current
    const message = anchor && document.getElementById(anchor.id)
    if (box && message) box.scrollTop += message.getBoundingClientRect().top - anchor.top
  }

  override render() {
    return this.props.children
  }
}

/** Skips whole chunks first: measuring a message that is off screen makes the browser lay out its chunk. */
function findAnchor(box: HTMLElement): Anchor | null {
  const start = box.getBoundingClientRect().top
  for (const chunk of box.querySelector('[role=log]')?.children ?? []) {
    if (chunk.getBoundingClientRect().bottom <= start) continue
    for (const message of chunk.querySelectorAll('[id^=message-]')) {
      const { top, bottom } = message.getBoundingClientRect()
      if (bottom > start) return { id: message.id, top }
    }
  }
  return null
}
