import { faqRoutes, faqSentences } from '@aichat/contracts/faq'

/** Addresses stand between newlines, commas or blanks; each counts once. */
export function parsePageUrls(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((page) => page !== ''))]
}

/** What keeps these pages from being read, or null. */
export function validatePageUrls(pages: string[]): string | null {
  if (pages.length === 0) return faqSentences.noPages
  return faqRoutes.generate.body.safeParse({ pages }).error?.issues[0]?.message ?? null
}
