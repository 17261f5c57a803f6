import { type Element, isTag, textOf } from './html-tree.ts'

/** Class and id, in lower case with hyphens. An id that repeats the element's heading names its topic, not its role. */
export function nameOf(element: Element): string {
  const { class: classes = '', id = '', 'data-testid': testId = '' } = element.attribs
  const heading = element.children.find((child) => isTag(child) && /^h[1-6]$/.test(child.name)) as
    | Element
    | undefined
  const isTopic = heading !== undefined && toSlug(textOf(heading)).startsWith(toSlug(id))
  return toWords(`${classes} ${isTopic ? '' : id} ${testId}`)
}

function toWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_+/g, '-')
    .toLowerCase()
}

function toSlug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
