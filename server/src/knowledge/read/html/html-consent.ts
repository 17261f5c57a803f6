import type { Measure } from './html-measure.ts'
import { nameOf } from './html-name.ts'
import { type Element, textOf } from './html-tree.ts'

/** A longer text is not a banner, unless its name says so. */
const maxBanner = { characters: 2000, elements: 500 }

/**
 * True for a notice about cookies and privacy. It has controls to accept or reject, or a name and nothing but a few words: a part
 * with headings and without such controls is content, and so is one whose heading is the title of the page. `isSmall` is for
 * elements outside the article with less text than the rest of the page.
 */
export function isConsent(element: Element, measured: Measure, { isSmall }: { isSmall: boolean }): boolean {
  if (measured.hasTitle || measured.hasTopic) return false
  if (measured.consents > 0) return consentName.test(nameOf(element)) || isBanner(element, measured)
  return isSmall && measured.headings + measured.panels === 0 && consentName.test(nameOf(element))
}

function isBanner(element: Element, { text, elements, headings, panels }: Measure): boolean {
  if (text > maxBanner.characters || elements > maxBanner.elements || headings + panels > 1) return false
  if (!/^(?:div|section|aside|form)$/.test(element.name)) return false
  return /\bcookies?\b/i.test(textOf(element).slice(0, 300))
}

const consentName = new RegExp(
  `(?:^|[\\s-])(?:${[
    '(?:cookies?|consent|gdpr|ccpa|privacy)-?(?:banner|bar|notice|dialog|modal|popup|overlay|consent|law|message|wall|layer|manager|prompt|preferences|settings|container|box|disclaimer|notification|info|alert|hint)',
    'onetrust[\\w-]*|ot-sdk[\\w-]*|cookiebot|cybot[\\w-]*|didomi[\\w-]*|usercentrics[\\w-]*|uc-banner|truste|trustarc|osano[\\w-]*|iubenda[\\w-]*|cky-[\\w-]*|cmplz[\\w-]*|klaro|qc-cmp2[\\w-]*|termly[\\w-]*|borlabs[\\w-]*|cc-(?:window|banner)|cmp-[\\w-]*',
  ].join('|')})(?=$|[\\s-])`,
)
