import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const sizes = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
] as const

/** A fade is not over yet when its element is there or its colours change, and half of it has half of the contrast. */
const fadeMs = 400

type Options = {
  exceptions?: string[]
  /** A frame of another origin, which is looked into instead of what is around it. */
  frame?: string
}

/**
 * Nothing serious for axe in light and in dark, without loading the page again, and nothing that has to be scrolled
 * sideways. Dark differs by its colours alone.
 */
export async function checkInBoth(
  page: Page,
  name: string,
  { exceptions = [], frame }: Options = {},
): Promise<void> {
  // Only the slower way reaches into another origin.
  const axe = () =>
    frame ? new AxeBuilder({ page }).include(frame) : new AxeBuilder({ page }).setLegacyMode()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForLoadState('networkidle')
  await expectNothingSerious(axe().disableRules(exceptions), `${name}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForTimeout(fadeMs)
  await expectNothingSerious(axe().withRules(['color-contrast']), `${name}, dark`)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} overflows sideways`).toBeLessThanOrEqual(0)
}

async function expectNothingSerious(axe: AxeBuilder, name: string): Promise<void> {
  const { violations } = await axe.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    name,
  ).toEqual([])
}
