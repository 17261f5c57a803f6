import { expect, type Locator } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

const page = (title: string, text: string, links: string[] = []) =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links
    .map((link) => `<a href="${link}">More</a>`)
    .join(' ')}</main></body></html>`

/** Starts to read a website by its links, in the dialog that adds it. */
async function findPages(dialog: Locator, address: string): Promise<void> {
  await dialog.getByLabel('Website address').fill(address)
  await dialog.getByText('Advanced').click()
  await dialog.getByText('Follow links').click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a website is read, reviewed, added to the knowledge, refreshed and removed', async ({
  browser,
  product,
  website,
}) => {
  website.pages['/guide/'] = page('Guide', 'Everything about canoes.', ['/guide/paddles', '/guide/gone'])
  website.pages['/guide/paddles'] = page('Paddles', 'A paddle of a canoe costs 39 euros.')
  const company = await startCompany(product.url)
  const console = await (await browser.newContext()).newPage()
  await signIn(console, product.url, company)
  await console.goto(`${product.url}/projects/${company.project.id}?tab=agents`)

  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  const dialog = console.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Website' }).click()
  await dialog.getByLabel('Website address').fill('canoes')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Enter a full web address, like https://acme.com/help')).toBeVisible()
  await findPages(dialog, `${website.url}/guide/`)

  const row = console.getByRole('list', { name: 'Websites and archives' }).getByRole('listitem')
  await expect(row).toContainText('Last check: 2 new · 1 failed')
  await expect(row).toContainText('2 to review')
  await row.getByRole('button', { name: /^Review/ }).click()
  await expect(dialog.getByLabel('Paddles', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'What was read from Paddles' }).click()
  await expect(dialog.getByText('A paddle of a canoe costs 39 euros.')).toBeVisible()
  await dialog.getByLabel('Guide', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Ignore 1' }).click()
  await expect(dialog.getByLabel('Guide', { exact: true })).toHaveCount(0)
  await dialog.getByText('Ignored (1)').click()
  await dialog.getByRole('button', { name: 'Restore Guide' }).click()
  await expect(dialog.getByLabel('Guide', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Ignored (1)')).toHaveCount(0)
  await dialog.getByLabel('Paddles', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Add 1 to knowledge' }).click()
  await expect(dialog.getByText('Used', { exact: true })).toBeVisible()

  await dialog.getByRole('button', { name: 'Show failed pages' }).click()
  await expect(dialog.getByText('The page answered with status 404.')).toBeVisible()

  await dialog.getByRole('tab', { name: 'Pages' }).click()
  await expect(dialog.getByText('Used', { exact: true })).toBeVisible()

  website.pages['/guide/paddles'] = page('Paddles', 'A paddle of a canoe costs 45 euros.')
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog.getByText('1 changed · 1 failed').first()).toBeVisible()

  await dialog.getByRole('tab', { name: 'Settings' }).click()
  await dialog.getByLabel('Check for changes').selectOption('weekly')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(console.getByText('Settings saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await console.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})

test('reading a website stops and resumes where it was, also on a phone', { tag: '@full' }, async ({
  browser,
  product,
  website,
}) => {
  // Enough to press Stop in the middle on a slow machine, at one page a second.
  const topics = Array.from({ length: 13 }, (_, index) => `/harbor/berth-${index + 1}`)
  website.pages['/harbor/'] = page('Harbor', 'Everything about berths.', topics)
  for (const [index, topic] of topics.entries()) {
    website.pages[topic] = page(`Berth ${index + 1}`, `Berth ${index + 1} costs ${20 + index} euros a night.`)
  }
  const company = await startCompany(product.url)
  const console = await (await browser.newContext()).newPage()
  await signIn(console, product.url, company)
  await console.goto(`${product.url}/projects/${company.project.id}?tab=agents`)
  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  const dialog = console.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Website' }).click()
  await findPages(dialog, `${website.url}/harbor/`)

  const row = console.getByRole('list', { name: 'Websites and archives' }).getByRole('listitem')
  await expect(row).toContainText(/14 found · [2-6] read/)
  await row.getByRole('button', { name: 'Stop' }).click()
  await expect(row).toContainText(/Stopped with (?:[2-9]|1[0-2]) pages remaining/)
  await expect(row.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(row).toContainText(/of (?:[2-9]|1[0-2]) pages used .* to review/)
  const stoppedText = await row.textContent()
  await console.reload()
  await expect(row).toHaveText(stoppedText ?? '')

  await console.setViewportSize({ width: 375, height: 812 })
  const expectToFit = async () =>
    expect(await console.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await expectToFit()
  await row.getByRole('button', { name: 'Resume' }).click()
  await expect(row.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expectToFit()
  await row.getByRole('button', { name: /^Review/ }).click()
  await expect(dialog.getByText('14 new').first()).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByText('14 pages', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'What was read from Berth 7' }).click()
  await expect(dialog.getByText('Berth 7 costs 26 euros a night.')).toBeInViewport()
  await dialog.getByRole('button', { name: 'Select all new (14)' }).click()
  await expect(dialog.getByRole('button', { name: 'Add 14 to knowledge' })).toBeInViewport()
  await expectToFit()
  await dialog.getByRole('tab', { name: 'History' }).click()
  await expect(dialog.getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(1)
  await expectToFit()
})
