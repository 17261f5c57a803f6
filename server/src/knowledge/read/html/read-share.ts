import { type Document, type Element, isInvisible, textOf, walk } from './html-tree.ts'

/** A page with less prose than this shows too little to say that something is missing. */
const minProse = 1000
const maxShareOfProse = 0.2
/** A text of this length may be what remains of a page whose content was not found. */
const maxRemainder = 200
const minText = 500
const maxShareOfText = 0.1

/**
 * How much of a page's visible text was read, in percent, when it is so little that content may be missing; else null. Links,
 * controls, navigation and consent dialogs are not prose: most pages have more of them than of text.
 */
export function findLowReadPercent(
  document: Document,
  noise: ReadonlySet<Element>,
  text: string,
): number | null {
  const read = countLetters(text)
  const visible = measureText(document, noise)
  const isMostMissing = visible.prose >= minProse && read < visible.prose * maxShareOfProse
  if (isMostMissing) return toPercent(read, visible.prose)
  const isRemainder = read < maxRemainder && visible.all >= minText && read < visible.all * maxShareOfText
  return isRemainder ? toPercent(read, visible.all) : null
}

function measureText(document: Document, noise: ReadonlySet<Element>): { all: number; prose: number } {
  const visible = { all: 0, prose: 0 }
  const open = new Set<Element>()
  walk(document, {
    enter: (element) => {
      if (isInvisible(element)) return false
      if (isBesideProse(element) || (noise.has(element) && isAboutCookies(element))) open.add(element)
      return true
    },
    leave: (element) => open.delete(element),
    text: (text) => {
      const count = countLetters(text)
      visible.all += count
      if (open.size === 0) visible.prose += count
    },
  })
  return visible
}

function isBesideProse({ name, attribs }: Element): boolean {
  return (
    /^(?:a|button|label|nav|header|footer|dialog)$/.test(name) ||
    /^(?:navigation|banner|contentinfo|dialog|alertdialog|search|menu)$/.test(attribs.role ?? '')
  )
}

/** Noise is not nested, so its text is collected once. */
function isAboutCookies(element: Element): boolean {
  return /\bcookies?\b/i.test(textOf(element).slice(0, 300))
}

function countLetters(text: string): number {
  return text.replace(/\s+/g, '').length
}

function toPercent(part: number, whole: number): number {
  return Math.round((part / whole) * 100)
}
