import { expect, type FrameLocator, type Page } from '@playwright/test'
import { type Company, signIn, startCompany } from './company.ts'
import type { Product } from './product.ts'

/** Opens the Customize screen of a new company. */
export async function open(page: Page, product: Product): Promise<Company & { preview: FrameLocator }> {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto(customizeUrl(product, company))
  await waitUntilIdle(page)
  return { ...company, preview: page.frameLocator('iframe[title="Widget preview"]') }
}

export function customizeUrl(product: Product, { project }: Company): string {
  return `${product.url}/projects/${project.id}/customize`
}

/** Waits for the initial corrections to be saved. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.getByLabel('Chat name')).toBeVisible()
  await expect(page.getByText('Loading preview…')).toBeHidden()
  await expect(page.getByText('Saving...')).toBeHidden()
  await expect(page.getByText('Saved', { exact: true })).toBeHidden()
}

export function getStoredConfig({ ask, project }: Company) {
  return ask('GET', `/api/widget/${project.widgetConfigId}`)
}

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** The bodies of the save requests. */
export function watchSaves(page: Page): object[] {
  const saves: object[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/api/widget/')) {
      saves.push(request.postDataJSON())
    }
  })
  return saves
}
