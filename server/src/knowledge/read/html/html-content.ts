import type { Section } from '../outline.ts'
import { isContentLandmark } from './html-measure.ts'
import { findNoise } from './html-noise.ts'
import { findPanels } from './html-panels.ts'
import { toSections } from './html-sections.ts'
import { type Document, type Element, findFirst, textOf } from './html-tree.ts'

/** The main part is used on its own when it has at least this share of the page's text. */
const minMainShare = 0.4

/** Reads the main part of a page, without navigation and other noise. */
export function readContent(document: Document): {
  root: Document | Element
  noise: ReadonlySet<Element>
  sections: Section[]
} {
  const panels = findPanels(document)
  const noise = findNoise(document, panels)
  const skipped = new Set([...noise, ...panels.triggers])
  const isSkipped = (element: Element) => skipped.has(element)
  const main =
    findFirst(document, ({ name, attribs }) => name === 'main' || attribs.role === 'main') ??
    findFirst(document, isContentLandmark)
  const isEnough =
    main !== null && textOf(main, isSkipped).length >= textOf(document, isSkipped).length * minMainShare
  const root = isEnough ? main : document
  return { root, noise, sections: toSections(root, { skipped, panels: panels.labels }) }
}
