import { isConsent } from './html-consent.ts'
import { isFeedback } from './html-feedback.ts'
import { isContentLandmark, isHeading, isLinkList, type Measure, measure } from './html-measure.ts'
import { nameOf } from './html-name.ts'
import type { Panels } from './html-panels.ts'
import {
  type Element,
  findFirst,
  isInvisible,
  isTag,
  type ParentNode,
  previousTag,
  textOf,
  walk,
} from './html-tree.ts'

/**
 * Finds the elements of a page that are not part of its content: navigation, consent banners, breadcrumbs, feedback and share
 * widgets, related links. Panels are content unless they contain only links.
 */
export function findNoise(root: ParentNode, panels: Panels): Set<Element> {
  const noise = new Set<Element>()
  const consent = new Set<Element>()
  const measures = measure(root, panels)
  const page = measures.get(root)
  const total = page?.text ?? 0
  const prose = total - (page?.linkText ?? 0)
  const landmarks = new Set<Element>()
  let removed = 0
  walk(root, {
    enter: (element) => {
      const measured = measures.get(element)
      if (!measured || isInvisible(element)) return false
      const context = { element, measured, total, prose, isInContent: landmarks.size > 0 }
      const isConsent = isConsentPart(context)
      if (isConsent || isNoise(context) || (panels.labels.has(element) && isLinkList(measured))) {
        ;(isConsent ? consent : noise).add(element)
        removed += measured.text
        return false
      }
      if (isContentLandmark(element)) landmarks.add(element)
      return true
    },
    leave: (element) => landmarks.delete(element),
  })
  // A page with nothing else, and without a script that could add something, is about consent.
  return removed === total && !hasScript(root) ? noise : new Set([...noise, ...consent])
}

function hasScript(root: ParentNode): boolean {
  return findFirst(root, ({ name }) => name === 'script') !== null
}

/** Text is compared only in smaller elements, so that the time stays linear for elements that are nested deeply. */
const maxWidgetElements = 500

type Context = { element: Element; measured: Measure; total: number; prose: number; isInContent: boolean }

/** A part of the page that has more than this share of its text is not removed for its name. */
const maxShareByName = 0.5

function isConsentPart({ element, measured, prose, isInContent }: Context): boolean {
  if (
    isPage(element) ||
    isHeading(element) ||
    isDialog(element) ||
    measured.hasLandmark ||
    isContentLandmark(element)
  )
    return false
  const isSmall = !isInContent && measured.text - measured.linkText <= prose * maxShareByName
  return isConsent(element, measured, { isSmall })
}

function isNoise({ element, measured, total, isInContent }: Context): boolean {
  const { name, attribs } = element
  const role = attribs.role ?? ''
  if (isPage(element) || isHeading(element)) return false
  if (isDialog(element)) return !measured.hasLandmark
  if (measured.hasLandmark || isContentLandmark(element)) return false
  if (measured.text > total * maxShareByName && !isLinkList(measured)) return false
  if (name === 'nav' || /^(?:navigation|search|menu|menubar|toolbar|tooltip)$/.test(role)) return true
  if (name === 'footer' || role === 'contentinfo') return true
  if (name === 'header' || role === 'banner') return !isInContent && !measured.hasTitle
  if (name === 'aside' || role === 'complementary') return !isInContent || isLinkList(measured)
  if (measured.hasTitle) return false
  const pageName = nameOf(element)
  if (noiseName.test(pageName)) return true
  if (linkPartName.test(pageName) && measured.linkText >= measured.text * 0.4) return true
  if (measured.elements > maxWidgetElements)
    return !isInContent && blockElements.has(name) && isLinkList(measured)
  if (isFeedback(element, measured) || isRelated(element, measured)) return true
  if (!blockElements.has(name)) return false
  if (measured.links >= 3 && measured.anchors === measured.links && isLinkList(measured)) return true
  return !isInContent && isLinkList(measured)
}

function isPage({ name }: Element): boolean {
  return name === 'html' || name === 'body'
}

function isDialog({ name, attribs }: Element): boolean {
  return (
    name === 'dialog' ||
    /^(?:dialog|alertdialog)$/.test(attribs.role ?? '') ||
    attribs['aria-modal'] === 'true'
  )
}

const blockElements = new Set('div section ul ol form aside table'.split(' '))

/** Names of page parts that common frameworks and content systems use, at the end of a class or id. */
const noiseName = createNamePattern([
  'bread-?crumbs?|nav-?(?:bar|igation|header|footer)',
  'share|sharing|share-?(?:bar|buttons?|links?|tools?|this)|social-?(?:share|links?|icons?|media|bar)|add-?this|sharedaddy',
  'feedback|article-?(?:votes?|rating)|(?:was|is)-?this-?helpful|helpful|rating-?(?:form|widget|bar)',
  'skip-?(?:link|to-content|nav)|back-to-top|scroll-to-top',
  'newsletter|subscribe-?(?:form|box|bar)|advert(?:isement)?s?|ad-(?:slot|banner|unit)|promo-?(?:bar|banner|box)',
  'comments?-?(?:area|list|section|form)|disqus(?:-thread)?',
  'search-?(?:form|box|bar|field|input)|site-?(?:header|footer|nav)|language-?(?:switcher|selector|picker)|lang-switch(?:er)?',
  'page-?footer|copyright',
])

/** Names of lists of links, which are content when they have other text. */
const linkPartName = createNamePattern([
  'nav(?:links?|menu)?|page-nav|menu(?:bar)?|side-?bar|footer|social|tags?',
  'pagination|pager|prev-next|next-prev',
  'related(?:-?(?:articles?|posts?|links?|topics?|content|pages?))?|recommended(?:-?(?:articles?|posts?))?',
  'see-also|read-next|you-may-also-like|toc|table-of-contents|on-this-page|page-toc|comments|votes?',
])

function createNamePattern(names: string[]): RegExp {
  return new RegExp(`(?:^|[\\s-])(?:${names.join('|')})(?=$|\\s)`)
}

const relatedHeading =
  /^(?:related|recommended|similar|more|further|popular|other|in this)\b.{0,12}\b(?:articles?|topics?|links?|posts?|resources|guides?|pages?|reading|questions|section|content)$|^(?:see also|read next|what'?s next|you (?:may|might) also (?:like|be interested in)|people also (?:ask|viewed)|still need help\??)$|^(?:verwandte|ähnliche|weitere|passende|andere)\s(?:artikel|themen|links|beiträge|seiten|fragen)$|^(?:siehe auch|mehr zum thema|das könnte (?:sie|dich|dir) auch.*)$|^(?:articles (?:associés|similaires|connexes)|voir aussi)$|^(?:artículos relacionados|ver también|articoli correlati|gerelateerde artikelen|artigos relacionados)$/i

/** Links below a heading such as "Related articles". */
function isRelated(element: Element, { links, linkText, text }: Measure): boolean {
  if (links === 0 || !/^(?:div|section|aside|ul|ol)$/.test(element.name)) return false
  const label = /^(?:ul|ol)$/.test(element.name) ? previousTag(element) : element.children.find(isTag)
  if (!label || !/^(?:h[1-6]|p|strong|div|span|header)$/.test(label.name)) return false
  const heading = textOf(label).replace(/:$/, '')
  const beside = element.name === 'ul' || element.name === 'ol' ? 0 : heading.replace(/\s+/g, '').length
  return heading.length < 60 && relatedHeading.test(heading) && linkText >= (text - beside) * 0.5
}
