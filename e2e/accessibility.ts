import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const sizes = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
] as const

type Options = {
  exceptions?: string[]
  /** Frames of another origin are looked into as well. */
  withFrames?: boolean
}

/**
 * Nothing serious for axe in light and in dark, without loading the page again, and nothing that has to be scrolled
 * sideways. Dark differs by its colours alone.
 */
export async function checkAccessibility(
  page: Page,
  name: string,
  { exceptions = [], withFrames = false }: Options = {},
): Promise<void> {
  // Only the slower way reaches into another origin.
  const axe = () => new AxeBuilder({ page }).setLegacyMode(!withFrames)
  // Half of a fade has half of the contrast.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.waitForLoadState('networkidle')
  await expectNoSeriousViolations(axe().disableRules(exceptions), `${name}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoSeriousViolations(axe().withRules(['color-contrast']), `${name}, dark`)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} overflows sideways`).toBeLessThanOrEqual(0)
}

async function expectNoSeriousViolations(axe: AxeBuilder, name: string): Promise<void> {
  const { violations } = await axe.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    name,
  ).toEqual([])
}
