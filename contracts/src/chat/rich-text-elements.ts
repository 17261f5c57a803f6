import { type Block, type Inline, parseRichText } from './rich-text.ts'

/** `createElement` of React or Preact. */
type CreateElement<Element> = (
  type: string,
  props: Record<string, unknown> | null,
  ...children: (Element | string)[]
) => Element

/** Builds a message from elements and text alone; no markup is parsed. */
export function createRichText<Element>(
  text: string,
  className: string,
  createElement: CreateElement<Element>,
): Element {
  const inline = (nodes: Inline[]): (Element | string)[] =>
    nodes.map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'code') return createElement('code', null, node.text)
      if (node.kind === 'link') return createElement('a', linkProps(node.href), ...inline(node.children))
      return createElement(node.kind, null, ...inline(node.children))
    })

  const block = (node: Block): Element => {
    switch (node.kind) {
      case 'codeBlock':
        return createElement('pre', { dir: 'ltr' }, createElement('code', null, node.text))
      case 'paragraph': {
        const [first, ...rest] = node.lines.map(inline)
        return createElement(
          'p',
          null,
          ...first!,
          ...rest.flatMap((line) => [createElement('br', null), ...line]),
        )
      }
      case 'bulletList':
        return createElement(
          'ul',
          null,
          ...node.items.map((item) => createElement('li', null, ...inline(item))),
        )
      case 'numberedList': {
        const items = node.items.map((item, index) =>
          createElement('li', { value: node.numbers[index] }, ...inline(item)),
        )
        return createElement('ol', null, ...items)
      }
    }
  }

  return createElement('div', { className, dir: 'auto' }, ...parseRichText(text).map(block))
}

/** A followed link opens in a new tab, which cannot reach this page and does not learn its address. */
export function linkProps(href: string) {
  return { href, title: href, target: '_blank', rel: 'noopener noreferrer nofollow' }
}
