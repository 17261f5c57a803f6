import { type Element, isInvisible, isTag, type ParentNode, textOf, walk } from './html-tree.ts'

/**
 * Finds the elements of a page that are not part of its content: navigation, consent banners, breadcrumbs, feedback and share
 * widgets, related links. `panels` are collapsed parts with their labels, which are content unless they contain only links.
 */
export function findNoise(root: ParentNode, panels: ReadonlyMap<Element, string>): Set<Element> {
  const noise = new Set<Element>()
  const measures = measure(root)
  const total = measures.get(root)?.text ?? 0
  const landmarks = new Set<Element>()
  walk(root, {
    enter: (element) => {
      const measured = measures.get(element)
      if (!measured || isInvisible(element)) return false
      const context = { element, measured, total, isInContent: landmarks.size > 0 }
      if (isNoise(context) || (panels.has(element) && isLinkList(measured))) {
        noise.add(element)
        return false
      }
      if (isContentLandmark(element)) landmarks.add(element)
      return true
    },
    leave: (element) => landmarks.delete(element),
  })
  return noise
}

export function isContentLandmark({ name, attribs }: Element): boolean {
  return name === 'main' || name === 'article' || attribs.role === 'main' || attribs.role === 'article'
}

type Measure = {
  elements: number
  text: number
  /** Characters inside links, the number of links, and of links to a place on the same page. */
  linkText: number
  links: number
  anchors: number
  controls: number
  headings: number
  hasTitle: boolean
  hasLandmark: boolean
}

/** Measures all elements in one pass, so that the time is linear in the size of the page. */
function measure(root: ParentNode): Map<ParentNode, Measure> {
  const create = (): Measure => ({
    elements: 1,
    text: 0,
    linkText: 0,
    links: 0,
    anchors: 0,
    controls: 0,
    headings: 0,
    hasTitle: false,
    hasLandmark: false,
  })
  const measures = new Map<ParentNode, Measure>()
  const path = [create()]
  measures.set(root, path[0] as Measure)
  walk(root, {
    enter: (element) => {
      const own = create()
      measures.set(element, own)
      if (/^(?:button|input|select|textarea)$/.test(element.name) || element.attribs.role === 'button') {
        own.controls++
      }
      if (isInvisible(element)) {
        const parent = path.at(-1) as Measure
        parent.controls += own.controls
        return false
      }
      if (/^h[1-6]$/.test(element.name)) own.headings++
      if (element.name === 'h1') own.hasTitle = true
      if (isContentLandmark(element)) own.hasLandmark = true
      path.push(own)
      return true
    },
    leave: (element) => {
      const own = path.pop() as Measure
      const parent = path.at(-1) as Measure
      if (element.name === 'a' && element.attribs.href !== undefined) {
        own.links = 1
        own.anchors = element.attribs.href.startsWith('#') ? 1 : 0
        own.linkText = own.text
      }
      parent.elements += own.elements
      parent.text += own.text
      parent.linkText += own.linkText
      parent.links += own.links
      parent.anchors += own.anchors
      parent.controls += own.controls
      parent.headings += own.headings
      parent.hasTitle ||= own.hasTitle
      parent.hasLandmark ||= own.hasLandmark
    },
    text: (text) => {
      ;(path.at(-1) as Measure).text += text.replace(/\s+/g, '').length
    },
  })
  return measures
}

/** Text is compared only in smaller elements, so that the time stays linear for elements that are nested deeply. */
const maxWidgetElements = 500

type Context = { element: Element; measured: Measure; total: number; isInContent: boolean }

/** A part of the page that has more than this share of its text is not removed for its name. */
const maxShareByName = 0.5

function isNoise({ element, measured, total, isInContent }: Context): boolean {
  const { name, attribs } = element
  const role = attribs.role ?? ''
  if (name === 'html' || name === 'body' || /^h[1-6]$/.test(name)) return false
  if (name === 'dialog' || /^(?:dialog|alertdialog)$/.test(role) || attribs['aria-modal'] === 'true') {
    return !measured.hasLandmark
  }
  if (measured.hasLandmark || isContentLandmark(element)) return false
  if (consentName.test(nameOf(element)) && !measured.hasTitle) return true
  if (measured.elements <= maxWidgetElements && isConsentBanner(element, measured)) return true
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

const blockElements = new Set('div section ul ol form aside table'.split(' '))

/** Three links or more, and hardly any text beside them. */
function isLinkList({ links, linkText, text }: Measure): boolean {
  return links >= 3 && linkText >= text * 0.8 && linkText / links < 80
}

/** Class and id, in lower case with hyphens. An id that repeats the element's heading names its topic, not its role. */
function nameOf(element: Element): string {
  const { class: classes = '', id = '', 'data-testid': testId = '' } = element.attribs
  const heading = element.children.find((child) => isTag(child) && /^h[1-6]$/.test(child.name)) as
    | Element
    | undefined
  const isTopic = heading !== undefined && toSlug(textOf(heading)).startsWith(toSlug(id))
  return toWords(`${classes} ${isTopic ? '' : id} ${testId}`)
}

function toWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_+/g, '-')
    .toLowerCase()
}

function toSlug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

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

const consentName = new RegExp(
  `(?:^|[\\s-])(?:${[
    '(?:cookies?|consent|gdpr|ccpa|privacy)-?(?:banner|bar|notice|dialog|modal|popup|overlay|consent|law|message|wall|layer|manager|prompt|preferences|settings|container|box|disclaimer|notification|info|alert|hint)',
    'onetrust[\\w-]*|ot-sdk[\\w-]*|cookiebot|cybot[\\w-]*|didomi[\\w-]*|usercentrics[\\w-]*|uc-banner|truste|trustarc|osano[\\w-]*|iubenda[\\w-]*|cky-[\\w-]*|cmplz[\\w-]*|klaro|qc-cmp2[\\w-]*|termly[\\w-]*|borlabs[\\w-]*|cc-(?:window|banner)|cmp-[\\w-]*',
  ].join('|')})(?=$|[\\s-])`,
)

const consentButton =
  /\b(?:accept|agree|allow|got it|reject|decline|refuse|akzeptieren|zustimmen|ablehnen|einverstanden|accepter|refuser|autoriser|aceptar|rechazar|accetta|rifiuta|accepteren|weigeren|aceitar|recusar|acceptera|accepter|afvis)/i
const maxBannerCharacters = 2000

/** A short text about cookies with buttons to accept or reject them. */
function isConsentBanner(element: Element, { text, controls, hasTitle }: Measure): boolean {
  if (hasTitle || controls === 0 || text > maxBannerCharacters) return false
  if (!/^(?:div|section|aside|form)$/.test(element.name)) return false
  const words = textOf(element)
  return (
    /\bcookies?\b/i.test(words.slice(0, 300)) &&
    listButtons(element).some((label) => consentButton.test(label))
  )
}

function listButtons(root: Element): string[] {
  const labels: string[] = []
  walk(root, {
    enter: (element) => {
      if (element.name === 'button' || element.attribs.role === 'button') labels.push(textOf(element))
      return undefined
    },
  })
  return labels
}

const feedbackQuestion =
  /^(?:was|is|did|were|do|has|how) [^.?!]{0,40}\b(?:helpful|useful|help you|answer your question|solve|find what)[^.?!]{0,40}\?|^(?:war|waren|ist|hat|konnten|fanden)[^.?!]{0,40}\b(?:hilfreich|geholfen|weiterhelfen|nützlich)[^.?!]{0,20}\?|^cet(?:te)? (?:article|page|réponse)[^.?!]{0,40}\b(?:utile|aidé)|^¿[^?]{0,40}\b(?:útil|ayudó)\b|^was this (?:page|article)/i
const maxFeedbackCharacters = 400

/** "Was this page helpful?" with its buttons or links. */
function isFeedback(element: Element, { text, links, controls, headings }: Measure): boolean {
  if (text > maxFeedbackCharacters || text < 10 || headings > 1) return false
  if (!/^(?:div|section|form|p|aside|fieldset)$/.test(element.name)) return false
  if (links + controls === 0 && element.name !== 'p') return false
  return feedbackQuestion.test(textOf(element))
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

function previousTag(element: Element): Element | null {
  let previous = element.previousSibling
  while (previous && !isTag(previous)) previous = previous.previousSibling
  return previous
}
