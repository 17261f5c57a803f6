import {
  type ExtractionProblem,
  extractPage,
  type TransferredContent,
} from '../../knowledge/read/extract-child.ts'
import { type Document, findFirst, parseHtml, walk } from '../../knowledge/read/html/html-tree.ts'
import { isForRobots, readRobotsRules, splitRules } from './robots-rules.ts'

export type SitePage = { url: string; type: string; text: string; robotsTag: string }

/** What a page of a website contains, for its text and for finding other pages. */
export type ReadSitePage = {
  content: TransferredContent | ExtractionProblem
  links: string[]
  /** The address that the page names as its own; null when it names none. */
  canonical: string | null
  alternates: { url: string; language: string }[]
  language: string | null
  isNoindex: boolean
}

const maxLinks = 2000
const maxAlternates = 100

export async function readSitePage({ url, type, text, robotsTag }: SitePage): Promise<ReadSitePage> {
  const content = await extractPage({ url, type, text })
  const headerRules = readRobotsRules(robotsTag)
  if (type === 'text/plain') {
    const isNoindex = headerRules.has('noindex')
    return { content, links: [], canonical: null, alternates: [], language: null, isNoindex }
  }
  const document = parseHtml(text)
  const references = readReferences(document, url)
  const rules = new Set([...headerRules, ...references.rules])
  return {
    content,
    links: rules.has('nofollow') ? [] : [...references.links],
    canonical: references.canonical,
    alternates: references.alternates,
    language: toLanguage(findFirst(document, ({ name }) => name === 'html')?.attribs.lang),
    isNoindex: rules.has('noindex'),
  }
}

/** A language tag such as `de` or `pt-BR`; null for anything else. */
export function toLanguage(tag: string | undefined): string | null {
  const language = tag?.trim().replaceAll('_', '-') ?? ''
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(language) ? language : null
}

function readReferences(document: Document, url: string) {
  const links = new Set<string>()
  const alternates: { url: string; language: string }[] = []
  const rules = new Set<string>()
  let canonical: string | null = null
  let base = url

  const resolve = (address: string) =>
    URL.canParse(address.trim(), base) ? new URL(address.trim(), base).href : null

  function addLink(address: string | undefined): void {
    const target = address ? resolve(address) : null
    if (target && links.size < maxLinks) links.add(target)
  }

  walk(document, {
    enter: ({ name, attribs }) => {
      const relations = (attribs.rel ?? '').toLowerCase().split(/\s+/)
      if (name === 'base' && attribs.href && base === url) base = resolve(attribs.href) ?? url
      else if (name === 'a' || name === 'area') {
        if (!relations.includes('nofollow')) addLink(attribs.href)
      } else if (name === 'link' && attribs.href) {
        const target = resolve(attribs.href)
        const language = toLanguage(attribs.hreflang)
        if (relations.includes('canonical')) canonical ??= target
        else if (relations.includes('alternate') && language && target && alternates.length < maxAlternates)
          alternates.push({ url: target, language })
      } else if (name === 'meta') {
        const content = attribs.content ?? ''
        if (isForRobots(attribs.name)) for (const rule of splitRules(content)) rules.add(rule)
        if (attribs['http-equiv']?.toLowerCase() === 'refresh')
          addLink(/url\s*=\s*["']?([^"']+)/i.exec(content)?.[1])
      }
      return undefined
    },
  })
  return { links, alternates, rules, canonical: canonical as string | null }
}
