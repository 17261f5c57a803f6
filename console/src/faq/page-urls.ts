import { faqRoutes, faqSentences } from '@aichat/contracts/ai/faq'

/** Splits on newlines, commas and spaces, and removes duplicates. */
export function parsePageUrls(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((page) => page !== ''))]
}

/** Returns an error message, or null when the pages are valid. */
export function validatePageUrls(pages: string[]): string | null {
  if (pages.length === 0) return faqSentences.noPages
  return faqRoutes.generate.body.safeParse({ pages }).error?.issues[0]?.message ?? null
}
