import type { Section } from '../outline.ts'
import { toSections } from './html-sections.ts'
import { collapse, type Document, parseHtml, walk } from './html-tree.ts'

export type StructuredData = {
  title: string
  /** Questions with their answers. */
  answers: Section[]
  /** Articles, instructions and products. */
  sections: Section[]
}

type Node = Record<string, unknown>

const maxNodes = 20_000
const maxDepth = 20

const questionType = /^(?:FAQPage|QAPage|Question)$/

/** Reads questions, articles, instructions and products from the page's JSON-LD (schema.org). */
export function readStructuredData(document: Document): StructuredData {
  const nodes = listJsonLd(document).flatMap((json) => listNodes(json))
  const title = nodes.map(({ headline, name }) => textIn(headline ?? name)).find(Boolean) ?? ''
  const sections = (isAnswer: boolean) =>
    nodes.filter((node) => hasType(node, questionType) === isAnswer).flatMap(toNodeSections)
  return { title, answers: sections(true), sections: sections(false) }
}

function listJsonLd(document: Document): unknown[] {
  const found: unknown[] = []
  walk(document, {
    enter: ({ name, attribs, children }) => {
      if (name !== 'script' || !/^application\/ld\+json/i.test(attribs.type ?? '')) return undefined
      const text = children.map((child) => ('data' in child ? child.data : '')).join('')
      try {
        found.push(
          JSON.parse(
            text.replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|<!\[CDATA\[)|(?:-->|\/\*\]\]>\*\/|\]\]>)\s*$/g, ''),
          ),
        )
      } catch {
        // The page's other content is read without it.
      }
      return false
    },
  })
  return found
}

/** All objects with a known type, outermost first. Nested ones are left to the reader of their parent. */
function listNodes(json: unknown): Node[] {
  const found: Node[] = []
  let visited = 0
  function visit(value: unknown, depth: number): void {
    if (depth > maxDepth || ++visited > maxNodes) return
    if (Array.isArray(value)) for (const one of value) visit(one, depth + 1)
    else if (isNode(value)) {
      if (readers.some(({ type }) => hasType(value, type))) found.push(value)
      else for (const one of Object.values(value)) visit(one, depth + 1)
    }
  }
  visit(json, 0)
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasType(node: Node, type: RegExp): boolean {
  return listOf(node['@type']).some((one) => typeof one === 'string' && type.test(one))
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

const readers: { type: RegExp; read(node: Node): Section[] }[] = [
  {
    type: /^(?:FAQPage|QAPage)$/,
    read: (node) => listOf(node.mainEntity).filter(isNode).flatMap(readQuestion),
  },
  { type: /^Question$/, read: readQuestion },
  { type: /^HowTo$/, read: readHowTo },
  { type: /^Product$/, read: readProduct },
  { type: /^(?:Article|TechArticle|NewsArticle|BlogPosting)$/, read: readArticle },
]

function toNodeSections(node: Node): Section[] {
  return readers.find(({ type }) => hasType(node, type))?.read(node) ?? []
}

function readQuestion(node: Node): Section[] {
  const question = textIn(node.name ?? node.text)
  const details = node.name === undefined ? [] : paragraphsIn(node.text).filter((text) => text !== question)
  const answers = [...listOf(node.acceptedAnswer), ...listOf(node.suggestedAnswer)]
    .filter(isNode)
    .flatMap(({ text }) => paragraphsIn(text))
  return createSections(question, answers.length > 0 ? [...details, ...answers] : [])
}

function readHowTo(node: Node): Section[] {
  const steps = listOf(node.step)
    .flatMap((step) => (isNode(step) && step.itemListElement ? listOf(step.itemListElement) : step))
    .map((step) => (isNode(step) ? joinStep(step) : textIn(step)))
    .filter(Boolean)
  return createSections(textIn(node.name), [
    ...paragraphsIn(node.description),
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ])
}

function joinStep(step: Node): string {
  const name = textIn(step.name)
  const text = paragraphsIn(step.text).join(' ')
  return text.startsWith(name) ? text : [name, text].filter(Boolean).join(': ')
}

function readProduct(node: Node): Section[] {
  const facts = [
    ['Brand', textIn(isNode(node.brand) ? node.brand.name : node.brand)],
    ['SKU', textIn(node.sku)],
    ...listOf(node.offers).filter(isNode).flatMap(readOffer),
    ...listOf(node.additionalProperty)
      .filter(isNode)
      .map(({ name, value }) => [textIn(name), textIn(value)]),
  ]
  return createSections(textIn(node.name), [
    ...paragraphsIn(node.description),
    ...facts.filter(([name, value]) => name && value).map(([name, value]) => `${name}: ${value}`),
  ])
}

function readOffer(offer: Node): string[][] {
  const currency = textIn(offer.priceCurrency)
  const price =
    textIn(offer.price) || [textIn(offer.lowPrice), textIn(offer.highPrice)].filter(Boolean).join('–')
  const availability = textIn(offer.availability)
    .replace(/^.*\//, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
  return [
    ['Price', price && `${price} ${currency}`.trim()],
    ['Availability', availability],
  ]
}

function readArticle(node: Node): Section[] {
  return createSections(textIn(node.headline ?? node.name), paragraphsIn(node.articleBody))
}

function createSections(heading: string, paragraphs: string[]): Section[] {
  return paragraphs.length > 0 ? [{ heading, headings: heading ? [heading] : [], paragraphs }] : []
}

function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? paragraphsIn(String(value)).join(' ') : ''
}

/** The values may contain HTML. */
function paragraphsIn(value: unknown): string[] {
  if (typeof value !== 'string') return []
  if (!/[<&]/.test(value)) return value.split(/\n+/).map(collapse).filter(Boolean)
  return toSections(parseHtml(value)).flatMap(({ heading, paragraphs }) =>
    [heading, ...paragraphs].filter(Boolean),
  )
}
