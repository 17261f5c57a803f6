import { isChoice } from './html-choices.ts'
import {
  collapse,
  type Element,
  elementsById,
  isInvisible,
  isTag,
  type ParentNode,
  previousTag,
  textOf,
  walk,
} from './html-tree.ts'

export type Panels = {
  /** The label of each panel. */
  labels: Map<Element, string>
  /** Buttons and tabs that are shown as the label of their panel. */
  triggers: Set<Element>
}

const maxLabelCharacters = 300

/**
 * Finds panels that open and close, with their labels: accordions with or without ARIA attributes, and tabs. A label inside a
 * heading element needs nothing, because the heading itself is the label.
 */
export function findPanels(root: ParentNode): Panels {
  const labels = new Map<Element, string>()
  const triggers = new Set<Element>()
  const byId = elementsById(root)
  walk(root, {
    enter: (element) => {
      if (isInvisible(element) || element.name === 'nav') return false
      if (isInHeadingOrSummary(element)) return false
      const panel = isTrigger(element) ? findPanel(element, byId) : null
      if (!panel || labels.has(panel)) return undefined
      const label = labelOf(element)
      if (!label || label.length > maxLabelCharacters || isMoreButton.test(label)) return undefined
      labels.set(panel, label)
      triggers.add(element)
      return undefined
    },
  })
  return { labels, triggers }
}

/** The text of a heading or trigger without its icons, which are hidden from screen readers. */
export function labelOf(element: Element): string {
  const label = textOf(element, (child) => child.attribs['aria-hidden'] === 'true')
  return collapse((label || textOf(element)).replace(/^[+▸▾▶▼►›»−–-]\s+|\s+[+▸▾▶▼►›»−–-]$/u, ''))
}

const isMoreButton =
  /^(?:show|read|view|see|load)\s+(?:more|all|less)\b|^(?:mehr|weiterlesen|alle)\b.{0,12}$/i

function isInHeadingOrSummary({ name }: Element): boolean {
  return /^h[1-6]$/.test(name) || name === 'summary'
}

function isTrigger(element: Element): boolean {
  const { name, attribs } = element
  const isButton = name === 'button' || attribs.role === 'button' || attribs.role === 'tab'
  return (
    isButton ||
    attribs['aria-expanded'] !== undefined ||
    attribs['data-bs-toggle'] !== undefined ||
    attribs['data-toggle'] !== undefined ||
    /(?:^|[\s_-])(?:faq|accordion)[\w-]*?[_-](?:question|title|header|heading|trigger|toggle|button|label)(?=$|[\s_-])/.test(
      attribs.class ?? '',
    )
  )
}

/** The panel that the trigger names, or else the element after it when one of the two looks like part of an accordion. */
function findPanel(trigger: Element, byId: Map<string, Element>): Element | null {
  const { attribs } = trigger
  const named = [
    attribs['aria-controls'],
    attribs['data-bs-target'],
    attribs['data-target'],
    attribs['data-toggle'] || attribs['data-bs-toggle'] || attribs.role === 'tab' ? attribs.href : undefined,
  ]
  for (const name of named) {
    const panel = name && byId.get(name.replace(/^#/, ''))
    if (panel && !contains(panel, trigger)) return panel
  }
  const looksLikeAccordion =
    attribs['aria-expanded'] !== undefined ||
    /accordion|faq|collaps|expand|toggle|question/i.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`)
  const next = nextPanel(trigger)
  return next && (looksLikeAccordion || (isHidden(next) && !isOneOfSeveral(trigger))) ? next : null
}

function isHidden({ attribs }: Element): boolean {
  return (
    attribs.hidden !== undefined ||
    attribs['aria-hidden'] === 'true' ||
    /display:\s*none/i.test(attribs.style ?? '')
  )
}

/** True for a button beside another: what follows is their result, such as the thanks for a vote. */
function isOneOfSeveral(trigger: Element): boolean {
  const previous = previousTag(trigger)
  return previous !== null && isChoice(previous)
}

/** The element after the trigger, or after a wrapper that contains only the trigger. */
function nextPanel(trigger: Element): Element | null {
  let at = trigger
  for (let level = 0; level < 3; level++) {
    let next = at.nextSibling
    while (next && !isTag(next)) {
      if ('data' in next && typeof next.data === 'string' && next.data.trim()) return null
      next = next.nextSibling
    }
    if (next) return /^(?:div|section|p|ul|ol|dd|article|table|blockquote)$/.test(next.name) ? next : null
    const parent = at.parent
    if (!parent || !isTag(parent) || parent.children.filter(isTag).length > 1) return null
    at = parent
  }
  return null
}

function contains(ancestor: Element, element: Element): boolean {
  let at: Element['parent'] = element
  while (at && at !== ancestor) at = at.parent
  return at === ancestor
}
