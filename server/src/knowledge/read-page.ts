import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Page } from '../kit/http/fetch-page.ts'
import { createOutline, type Section, type StructuredText } from './outline.ts'
import { readText } from './read-text.ts'

export function readPage(page: Page): StructuredText {
  if (page.type === 'text/plain') return readText(page.text, page.url)
  if (isNestedTooDeeply(page.text)) return readText(stripTags(page.text), page.url)
  const html = /<html[\s>]/i.test(page.text) ? page.text : `<!doctype html><html>${page.text}</html>`
  const { document } = parseHTML(html)
  // The parser does not add missing elements, so `title` and `body` may be absent or in unusual places.
  const fallbackTitle = document.querySelector('title')?.textContent?.trim() || page.url
  for (const element of document.querySelectorAll('script,style,noscript,template,svg')) element.remove()
  const article = readability(html)
  const root = article
    ? parseHTML(`<html><body>${article.content}</body></html>`).document.body
    : (document.querySelector('body') ?? document.documentElement)
  return { title: article?.title?.trim() || fallbackTitle, sections: toSections(root) }
}

/** Parses HTML that is all content, such as a converted Word document. */
export function readHtml(html: string, title: string): StructuredText {
  if (isNestedTooDeeply(html)) return readText(stripTags(html), title)
  return { title, sections: toSections(parseHTML(`<html><body>${html}</body></html>`).document.body) }
}

const maxDepth = 500
/** Elements whose end tag is absent or optional. They are not counted as nesting. */
const optionalEndTag =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|colgroup)$/i

/** Thousands of nested elements take the parser minutes, and no real page has them. */
function isNestedTooDeeply(html: string): boolean {
  let depth = 0
  for (const [, slash, name, selfClosing] of html.matchAll(
    /<(\/?)([a-z][\w-]*)(?:[^>"']|"[^"]*"|'[^']*')*?(\/?)>/gi,
  )) {
    if (optionalEndTag.test(name as string) || selfClosing) continue
    depth += slash ? -1 : 1
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
    return null // the caller uses the whole page
  }
}

const blockElements = new Set('p li dt dd td th blockquote pre figcaption caption summary address'.split(' '))

/** Walks the tree without recursion, because a deeply nested page could overflow the stack. */
function toSections(root: Element): Section[] {
  const outline = createOutline()
  let line = ''
  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text) outline.addParagraph(text)
    line = ''
  }
  const stack: { node: Node; leaving: boolean }[] = [{ node: root, leaving: false }]
  while (stack.length > 0) {
    const { node, leaving } = stack.pop() as { node: Node; leaving: boolean }
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
    stack.push({ node, leaving: true })
    const children = [...node.childNodes]
    for (let index = children.length - 1; index >= 0; index--) {
      stack.push({ node: children[index] as Node, leaving: false })
    }
  }
  endLine()
  return outline.sections()
}
