import { isConsentChoice } from './html-choices.ts'
import type { Panels } from './html-panels.ts'
import { collapse, type Element, findFirst, isInvisible, type ParentNode, textOf, walk } from './html-tree.ts'

export type Measure = {
  elements: number
  text: number
  /** Characters inside links, the number of links, and of links to a place on the same page. */
  linkText: number
  links: number
  anchors: number
  controls: number
  /** Controls that accept or reject something. */
  consents: number
  headings: number
  /** Parts that open and close. */
  panels: number
  hasTitle: boolean
  /** True with a heading that is the title of the document, or a part of it. */
  hasTopic: boolean
  hasLandmark: boolean
}

/** A control or heading with more than this is not compared as a label. */
const maxLabel = { characters: 200, elements: 20 }

/** Measures all elements in one pass, so that the time is linear in the size of the page. */
export function measure(root: ParentNode, { labels, triggers }: Panels): Map<ParentNode, Measure> {
  const topics = listTopics(root)
  const measures = new Map<ParentNode, Measure>()
  const path = [createMeasure()]
  measures.set(root, path[0] as Measure)
  /** The headings, and labels of panels, around the current element: controls in them open a panel. */
  let labelDepth = 0
  walk(root, {
    enter: (element) => {
      const own = createMeasure()
      measures.set(element, own)
      if (/^(?:button|input|select|textarea)$/.test(element.name) || element.attribs.role === 'button') {
        own.controls++
      }
      if (isInvisible(element)) {
        const parent = path.at(-1) as Measure
        parent.controls += own.controls
        if (labelDepth === 0 && isConsentChoice(element)) parent.consents++
        return false
      }
      if (isHeading(element)) own.headings++
      if (element.name === 'h1') own.hasTitle = true
      if (isContentLandmark(element)) own.hasLandmark = true
      if (labels.has(element) || element.name === 'details') own.panels++
      if (isLabel(element)) labelDepth++
      path.push(own)
      return true
    },
    leave: (element) => {
      const own = path.pop() as Measure
      if (isLabel(element)) labelDepth--
      if (element.name === 'a' && element.attribs.href !== undefined) {
        own.links = 1
        own.anchors = element.attribs.href.startsWith('#') ? 1 : 0
        own.linkText = own.text
      }
      if (own.text <= maxLabel.characters && own.elements <= maxLabel.elements) {
        if (isHeading(element) && topics.has(toTopic(textOf(element)))) own.hasTopic = true
        if (labelDepth === 0 && !isLabel(element) && isConsentChoice(element)) own.consents++
      }
      addTo(path.at(-1) as Measure, own)
    },
    text: (text) => {
      ;(path.at(-1) as Measure).text += text.replace(/\s+/g, '').length
    },
  })
  return measures

  function isLabel(element: Element): boolean {
    return isHeading(element) || element.name === 'summary' || triggers.has(element)
  }
}

export function isContentLandmark({ name, attribs }: Element): boolean {
  return name === 'main' || name === 'article' || attribs.role === 'main' || attribs.role === 'article'
}

/** Three links or more, and hardly any text beside them. */
export function isLinkList({ links, linkText, text }: Measure): boolean {
  return links >= 3 && linkText >= text * 0.8 && linkText / links < 80
}

export function isHeading({ name }: Element): boolean {
  return /^h[1-6]$/.test(name)
}

/** The document's title, and its parts around the separators that websites use before their name. */
function listTopics(root: ParentNode): Set<string> {
  const element = findFirst(root, ({ name }) => name === 'title')
  const title = element?.children.map((child) => ('data' in child ? child.data : '')).join('') ?? ''
  return new Set([title, ...title.split(/\s[|–—·»:-]\s/)].map(toTopic).filter(Boolean))
}

function toTopic(text: string): string {
  return collapse(text).toLowerCase()
}

function createMeasure(): Measure {
  return {
    elements: 1,
    text: 0,
    linkText: 0,
    links: 0,
    anchors: 0,
    controls: 0,
    consents: 0,
    headings: 0,
    panels: 0,
    hasTitle: false,
    hasTopic: false,
    hasLandmark: false,
  }
}

function addTo(parent: Measure, own: Measure): void {
  parent.elements += own.elements
  parent.text += own.text
  parent.linkText += own.linkText
  parent.links += own.links
  parent.anchors += own.anchors
  parent.controls += own.controls
  parent.consents += own.consents
  parent.headings += own.headings
  parent.panels += own.panels
  parent.hasTitle ||= own.hasTitle
  parent.hasTopic ||= own.hasTopic
  parent.hasLandmark ||= own.hasLandmark
}
