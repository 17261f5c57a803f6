import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const sizes = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
] as const

type Options = {
  exceptions?: string[]
  /** Checks frames of other origins as well. */
  withFrames?: boolean
}

/**
 * Expects no serious axe violations in the light and the dark theme, and no horizontal overflow. The dark theme differs
 * only in its colors, so only contrast is checked again.
 */
export async function checkAccessibility(
  page: Page,
  name: string,
  { exceptions = [], withFrames = false }: Options = {},
): Promise<void> {
  // Only the slower mode reaches frames of other origins.
  const axe = () => new AxeBuilder({ page }).setLegacyMode(!withFrames)
  const rules = {
    // It is off by default. WCAG 2.2 requires it on level AA.
    'target-size': { enabled: true },
    ...Object.fromEntries(exceptions.map((name) => [name, { enabled: false }])),
  }
  // An element that is fading in has too little contrast.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.waitForLoadState('networkidle')
  await expectNoSeriousViolations(axe().options({ rules }), `${name}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoSeriousViolations(axe().withRules(['color-contrast']), `${name}, dark`)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} overflows horizontally`).toBeLessThanOrEqual(0)
}

async function expectNoSeriousViolations(axe: AxeBuilder, name: string): Promise<void> {
  const { violations } = await axe.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    name,
  ).toEqual([])
}
