import { createOutline, type Outline, type Section } from '../outline.ts'
import { labelOf } from './html-panels.ts'
import { readTable } from './html-table.ts'
import {
  collapse,
  type Element,
  findFirst,
  isInvisible,
  isTag,
  type ParentNode,
  textOf,
  type Visitor,
  walk,
} from './html-tree.ts'

export type SectionOptions = {
  skipped: ReadonlySet<Element>
  /** Panels that open and close, with their labels, which become headings. */
  panels: ReadonlyMap<Element, string>
}

const noOptions: SectionOptions = { skipped: new Set(), panels: new Map() }

/** Converts a tree to paragraphs under the path of their headings. */
export function toSections(root: ParentNode, { skipped, panels }: SectionOptions = noOptions): Section[] {
  const writer: Writer = {
    outline: createOutline(),
    panels,
    isSkipped: (element) => skipped.has(element) || isInvisible(element),
    lists: [],
    line: '',
    prefix: '',
    depth: 0,
  }
  walk(root, createVisitor(writer))
  endLine(writer)
  return writer.outline.sections()
}

type Writer = {
  outline: Outline
  panels: ReadonlyMap<Element, string>
  isSkipped(element: Element): boolean
  /** The lists around the current element, innermost last. */
  lists: { isOrdered: boolean; next: number }[]
  /** The text since the last block began, and the number of its list item. */
  line: string
  prefix: string
  /** The number of panels around the current element. */
  depth: number
}

const blockElements = new Set(
  'p li dt dd td th blockquote pre figcaption figure caption summary address div section article main header footer aside details form fieldset legend nav tr ul ol dl table br hr h1 h2 h3 h4 h5 h6 body html'.split(
    ' ',
  ),
)

function createVisitor(writer: Writer): Visitor {
  return {
    enter(element) {
      if (writer.isSkipped(element)) return false
      const { name } = element
      const isBlock = blockElements.has(name)
      if (isBlock) endLine(writer)
      if (name === 'summary' || name === 'button') return false
      const label = panelLabel(writer, element)
      if (label) openPanel(writer, label)
      return isBlock ? enterBlock(writer, element) : undefined
    },
    leave(element) {
      const { name } = element
      if (blockElements.has(name)) endLine(writer)
      if (name === 'ul' || name === 'ol') writer.lists.pop()
      if (name === 'li') writer.prefix = ''
      if (panelLabel(writer, element)) closePanel(writer)
    },
    text(text) {
      writer.line += text
    },
  }
}

function endLine(writer: Writer): void {
  const text = collapse(writer.line)
  writer.line = ''
  if (!text) return
  writer.outline.addParagraph(writer.prefix + text)
  writer.prefix = ''
}

function panelLabel({ panels, isSkipped }: Writer, element: Element): string {
  const label = panels.get(element)
  if (label !== undefined || element.name !== 'details') return label ?? ''
  const summary = element.children.find((child) => isTag(child) && child.name === 'summary') as
    | Element
    | undefined
  return summary && !isSkipped(summary) ? labelOf(summary) : ''
}

/** Headings inside a panel are below its label, whatever their own level. */
const levelsPerPanel = 10
const labelLevel = 7

function openPanel(writer: Writer, label: string): void {
  endLine(writer)
  writer.outline.addHeading(writer.depth * levelsPerPanel + labelLevel, label)
  writer.depth++
}

function closePanel(writer: Writer): void {
  endLine(writer)
  writer.depth--
  writer.outline.endHeading(writer.depth * levelsPerPanel + labelLevel)
}

/** Returns false when the element's children are written. */
function enterBlock(writer: Writer, element: Element): boolean | undefined {
  const { name, attribs } = element
  const { outline, lists, depth } = writer
  if (/^h[1-6]$/.test(name)) {
    const heading = labelOf(element)
    if (heading) outline.addHeading(depth * levelsPerPanel + Number(name[1]), heading)
    return false
  }
  if (name === 'pre') return addLines(writer, element)
  if (name === 'table') return addTable(writer, element)
  if (name === 'dl') return addDefinitions(writer, element)
  if (name === 'ul' || name === 'ol') {
    lists.push({ isOrdered: name === 'ol', next: Number.parseInt(attribs.start ?? '1', 10) || 1 })
  }
  if (name === 'li') writer.prefix = nextNumber(writer, element)
  return undefined
}

function nextNumber({ lists }: Writer, { attribs }: Element): string {
  const list = lists.at(-1)
  if (!list?.isOrdered) return ''
  const number = Number.parseInt(attribs.value ?? '', 10) || list.next
  list.next = number + 1
  return `${number}. `
}

function addLines({ outline }: Writer, element: Element): false {
  const text = preformattedText(element)
  if (text) outline.addParagraph(text)
  return false
}

function addTable({ outline, isSkipped }: Writer, element: Element): false | undefined {
  const rows = readTable(element, isSkipped)
  if (!rows) return undefined
  const caption = findFirst(element, ({ name }) => name === 'caption')
  const title = caption ? textOf(caption, isSkipped) : ''
  for (const paragraph of title ? [title, ...rows] : rows) outline.addParagraph(paragraph)
  return false
}

/** A question becomes a heading. Another term stands in the paragraph of its definition. */
function addDefinitions(writer: Writer, list: Element): false {
  let terms: string[] = []
  const entries = list.children
    .filter(isTag)
    .flatMap((child) => (child.name === 'div' ? child.children.filter(isTag) : [child]))
  for (const entry of entries) {
    if (writer.isSkipped(entry)) continue
    if (entry.name === 'dt') terms.push(labelOf(entry))
    if (entry.name !== 'dd') continue
    addDefinition(writer, terms.filter(Boolean).join(', '), entry)
    terms = []
  }
  if (terms.length > 0) writer.outline.addParagraph(terms.join(', '))
  return false
}

function addDefinition(writer: Writer, term: string, definition: Element): void {
  const hasBlocks = findFirst(definition, ({ name }) => blockElements.has(name) && name !== 'br') !== null
  if (term && (hasBlocks || /[?？]$/.test(term))) {
    openPanel(writer, term)
    walk(definition, createVisitor(writer))
    closePanel(writer)
    return
  }
  const text = textOf(definition, writer.isSkipped)
  const paragraph = [term.replace(/:$/, ''), text].filter(Boolean).join(': ')
  if (paragraph) writer.outline.addParagraph(paragraph)
}

/** Preserves line breaks and indentation. */
function preformattedText(element: Element): string {
  let text = ''
  walk(element, {
    enter: ({ name }) => {
      if (name === 'br') text += '\n'
      return name === 'button' ? false : undefined
    },
    leave: ({ name }) => {
      if (/^(?:div|li|tr|p)$/.test(name) && !text.endsWith('\n')) text += '\n'
    },
    text: (data) => {
      text += data
    },
  })
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}
