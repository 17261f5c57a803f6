import type { Page } from '../../../kit/http/fetch-page.ts'
import type { Section, StructuredText } from '../outline.ts'
import { readText } from '../read-text.ts'
import { UnreadableContentError } from '../unreadable-content-error.ts'
import { addMissing, addMissingAnswers } from './add-missing.ts'
import { readEmbeddedData } from './embedded-data.ts'
import { readContent } from './html-content.ts'
import { toSections } from './html-sections.ts'
import { collapse, type Document, type Element, findFirst, parseHtml, textOf } from './html-tree.ts'
import { findLowReadPercent } from './read-share.ts'
import { readStructuredData } from './structured-data.ts'

/** @throws UnreadableContentError when the page shows its text only with JavaScript */
export function readPage(page: Page): StructuredText {
  if (page.type === 'text/plain') return readText(page.text, page.url)
  const document = parseHtml(page.text)
  const { root, noise, sections } = readContent(document)
  const data = readStructuredData(document)
  const all = addMissingAnswers(addMissing(sections, data.sections), data.answers)
  const isShort = countCharacters(all) < minCharacters
  const embedded = isShort ? readEmbeddedData(document) : []
  if (isShort && embedded.length === 0 && needsScript(document)) {
    throw new UnreadableContentError(
      'This page needs JavaScript to show its text, so it could not be read. Add its text manually or upload it as a file.',
    )
  }
  const read = addMissing(all, embedded)
  const text = read.map(({ heading, paragraphs }) => heading + paragraphs.join('')).join('')
  return {
    title: titleOf(document, root, data.title) || page.url,
    sections: read,
    lowReadPercent: findLowReadPercent(document, noise, text),
  }
}

/** Parses HTML that is all content, such as a converted Word document. */
export function readHtml(html: string, title: string): StructuredText {
  return { title, sections: toSections(parseHtml(html)) }
}

/** A page with less text than this may get its text from a script. */
const minCharacters = 100

/** The page's own heading where the title repeats it, else the title without the name of the website. */
function titleOf(document: Document, root: Document | Element, structured: string): string {
  const element = findFirst(document, ({ name }) => name === 'title')
  const title = element
    ? collapse(element.children.map((child) => ('data' in child ? child.data : '')).join(''))
    : ''
  const heading = findFirst(root, ({ name }) => name === 'h1')
  const own = heading ? textOf(heading) : ''
  if (own && (!title || title.toLowerCase().includes(own.toLowerCase()))) return own
  const short = title.replace(/\s+[|–—·»:-]\s+[^|–—·»]{1,60}$/, '')
  return (short.length >= 4 ? short : title) || structured || own
}

const scriptNotice =
  /(?:enable|activate|turn on|requires?|without) javascript|javascript (?:is |must be |to be )?(?:required|disabled|enabled)|javascript (?:aktivieren|einschalten)|(?:activer|activez|activar|habilitar|attivare|abilitare) javascript/i

/** True for a page that is empty without its scripts, or that asks for JavaScript. */
function needsScript(document: Document): boolean {
  if (!findFirst(document, ({ name }) => name === 'script')) return false
  const text = textOf(document)
  const notice = findFirst(document, ({ name }) => name === 'noscript')
  return (
    text === '' ||
    scriptNotice.test(text) ||
    (notice !== null && scriptNotice.test(textOf(notice))) ||
    hasEmptyMount(document)
  )
}

/** The element that frameworks fill with the page. */
function hasEmptyMount(document: Document): boolean {
  const isMount = ({ attribs }: Element) =>
    /^(?:root|app|__next|__nuxt|___gatsby|q-app|svelte)$/.test(attribs.id ?? '')
  const mount = findFirst(document, isMount)
  return mount !== null && textOf(mount) === ''
}

function countCharacters(sections: Section[]): number {
  return sections.reduce((sum, { paragraphs }) => sum + paragraphs.join('').length, 0)
}
