import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Page } from '../kit/http/fetch-page.ts'
import { createOutline, type Section, type StructuredText } from './outline.ts'
import { readText } from './read-text.ts'

export function readPage(page: Page): StructuredText {
  if (page.type === 'text/plain') return readText(page.text, page.url)
  if (nestsTooDeep(page.text)) return readText(stripTags(page.text), page.url)
  const html = /<html[\s>]/i.test(page.text) ? page.text : `<!doctype html><html>${page.text}</html>`
  const { document } = parseHTML(html)
  // The parser adds no elements that the page left out, so `title` and `body` are looked for where they are.
  const fallbackTitle = document.querySelector('title')?.textContent?.trim() || page.url
  for (const element of document.querySelectorAll('script,style,noscript,template,svg')) element.remove()
  const article = readability(html)
  const root = article
    ? parseHTML(`<html><body>${article.content}</body></html>`).document.body
    : (document.querySelector('body') ?? document.documentElement)
  return { title: article?.title?.trim() || fallbackTitle, sections: toSections(root) }
}

/** The HTML of a document that a program wrote: all of it is its content. */
export function readHtml(html: string, title: string): StructuredText {
  if (nestsTooDeep(html)) return readText(stripTags(html), title)
  return { title, sections: toSections(parseHTML(`<html><body>${html}</body></html>`).document.body) }
}

const maxDepth = 500
/** Elements that have no end tag, or may leave it out: they do not nest. */
const optionalEndTag =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|colgroup)$/i

/** A tree of many thousand levels takes the parser minutes. No page that people read has one. */
function nestsTooDeep(html: string): boolean {
  let depth = 0
  for (const [, end, name, self] of html.matchAll(
    /<(\/?)([a-z][\w-]*)(?:[^>"']|"[^"]*"|'[^']*')*?(\/?)>/gi,
  )) {
    if (optionalEndTag.test(name as string) || self) continue
    depth += end ? -1 : 1
    if (depth > maxDepth) return true
  }
  return false
}

function stripTags(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '').replace(/<[^>]*>/g, '\n\n')
}

function readability(html: string): { title?: string | null; content: string } | null {
  try {
    const { document } = parseHTML(html)
    const article = new Readability(document as unknown as Document, { charThreshold: 200 }).parse()
    return article?.content ? { title: article.title, content: article.content } : null
  } catch {
    return null // a page that it cannot read (very deep, very odd) is read whole
  }
}

const blockElements = new Set('p li dt dd td th blockquote pre figcaption caption summary address'.split(' '))

/** Walks the tree without recursion: a page may nest deeper than the stack. */
function toSections(root: Element): Section[] {
  const outline = createOutline()
  let line = ''
  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text) outline.addParagraph(text)
    line = ''
  }
  const open: { node: Node; leaving: boolean }[] = [{ node: root, leaving: false }]
  while (open.length > 0) {
    const { node, leaving } = open.pop() as { node: Node; leaving: boolean }
    if (node.nodeType === 3) {
      line += node.textContent ?? ''
      continue
    }
    const name = node.nodeName.toLowerCase()
    const isHeading = /^h[1-6]$/.test(name)
    const isBlock =
      isHeading || blockElements.has(name) || /^(div|section|article|tr|ul|ol|table|br|hr)$/.test(name)
    if (isHeading && !leaving) {
      endLine()
      outline.addHeading(Number(name[1]), (node.textContent ?? '').replace(/\s+/g, ' ').trim())
      continue
    }
    if (isBlock) endLine()
    else if (name === 'td' || name === 'th') line += ' '
    if (leaving) continue
    open.push({ node, leaving: true })
    const children = [...node.childNodes]
    for (let index = children.length - 1; index >= 0; index--) {
      open.push({ node: children[index] as Node, leaving: false })
    }
  }
  endLine()
  return outline.sections()
}
