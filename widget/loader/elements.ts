// A page may have extended Object.prototype, so the options inherit nothing from it.
const childListOptions = { __proto__: null, childList: true } as MutationObserverInit
const shadowOptions = { __proto__: null, mode: 'open' } as ShadowRootInit

/** Creates a shadow root, which isolates its styles from those of the page. */
export function createShadowRoot(): ShadowRoot {
  const host = document.createElement('aichat-widget')
  host.style.cssText = 'all:initial!important;position:absolute!important'
  return host.attachShadow(shadowOptions)
}

/**
 * Attaches the host beside the body, because single-page frameworks replace the body, and attaches it again when the
 * page removes it. Returns the function that removes it for good.
 */
export function keepAttached(host: Element): () => void {
  const attach = () => {
    if (!host.isConnected) document.documentElement.append(host)
  }
  const observer = new MutationObserver(attach)
  attach()
  observer.observe(document, childListOptions)
  observer.observe(document.documentElement, childListOptions)
  return () => {
    observer.disconnect()
    host.remove()
  }
}

/** A constructed sheet is allowed by a page's `style-src`. The element is for browsers without them. */
export function addStyles(root: ShadowRoot, styles: string) {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  } catch {
    addElement('style', '', root).textContent = styles
  }
}

export function addElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  parent: Node,
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  if (className) node.className = className
  return parent.appendChild(node)
}

export function addIcon(button: HTMLElement): SVGPathElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = button.appendChild(document.createElementNS(namespace, 'svg'))
  svg.setAttribute('viewBox', '0 0 24 24')
  return svg.appendChild(document.createElementNS(namespace, 'path'))
}
