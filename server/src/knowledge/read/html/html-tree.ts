import { parseDocument } from 'htmlparser2'

export type Document = ReturnType<typeof parseDocument>
type ChildNode = Document['children'][number]
export type Element = Extract<ChildNode, { attribs: unknown }>
export type ParentNode = Document | Element

export function isTag(node: ChildNode): node is Element {
  return 'attribs' in node
}

export function parseHtml(html: string): Document {
  return parseDocument(html)
}

export type Visitor = {
  /** Returns false to leave out the element's children. */
  enter?(element: Element): boolean | undefined
  leave?(element: Element): void
  text?(text: string): void
}

/** Walks a tree in document order, without recursion, because unclosed elements can nest deeply. */
export function walk(root: ParentNode, { enter, leave, text }: Visitor): void {
  const stack: { node: ChildNode; isLeaving: boolean }[] = []
  const push = (children: ChildNode[]) => {
    for (let index = children.length - 1; index >= 0; index--) {
      stack.push({ node: children[index] as ChildNode, isLeaving: false })
    }
  }
  push(root.children)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, isLeaving } = next
    if (node.type === 'text') text?.(node.data)
    else if (isTag(node)) {
      if (isLeaving) leave?.(node)
      else {
        if (enter?.(node) === false) continue
        stack.push({ node, isLeaving: true })
        push(node.children)
      }
    }
  }
}

/** The text of a tree with collapsed white space. Blocks are separated by a space. */
export function textOf(root: ParentNode, isSkipped: (element: Element) => boolean = () => false): string {
  const parts: string[] = []
  walk(root, {
    enter: (element) => {
      if (isSkipped(element) || isInvisible(element)) return false
      if (!inlineElements.has(element.name)) parts.push(' ')
      return true
    },
    leave: (element) => {
      if (!inlineElements.has(element.name)) parts.push(' ')
    },
    text: (text) => parts.push(text),
  })
  return collapse(parts.join(''))
}

export function collapse(text: string): string {
  return text.replace(/[\s\u200b\ufeff]+/g, ' ').trim()
}

/** The element with each `id`; the first one when an id is not unique. */
export function elementsById(root: ParentNode): Map<string, Element> {
  const byId = new Map<string, Element>()
  walk(root, {
    enter: (element) => {
      const id = element.attribs.id
      if (id && !byId.has(id)) byId.set(id, element)
      return undefined
    },
  })
  return byId
}

export function findFirst(root: ParentNode, matches: (element: Element) => boolean): Element | null {
  let found: Element | null = null
  walk(root, {
    enter: (element) => {
      if (found) return false
      if (matches(element)) found = element
      return undefined
    },
  })
  return found
}

export function previousTag(element: Element): Element | null {
  let previous = element.previousSibling
  while (previous && !isTag(previous)) previous = previous.previousSibling
  return previous
}

const inlineElements = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd label mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

const invisibleElements = new Set(
  'script style noscript template svg canvas iframe object embed audio video map head title meta link select datalist textarea input option progress'.split(
    ' ',
  ),
)

/** True for elements without text for a reader, such as scripts, pictures and form controls. */
export function isInvisible({ name }: { name: string }): boolean {
  return invisibleElements.has(name)
}
