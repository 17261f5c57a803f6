import type { Page } from '@playwright/test'

/** Collects violations of a page's Content Security Policy and Trusted Types, and uncaught errors of its scripts. */
export function collectViolations(page: Page): string[] {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|Trusted Type/i.test(message.text()))
      violations.push(message.text())
  })
  page.on('pageerror', (error) => violations.push(error.message))
  page.on('dialog', (dialog) => {
    violations.push(`a script ran: ${dialog.message()}`)
    dialog.dismiss()
  })
  return violations
}
