import { expect, type Page } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

const page = (text: string) =>
  `<html><head><title>Help</title></head><body><h1>Help</h1><p>${text}</p></body></html>`

async function openKnowledge(browserPage: Page, url: string) {
  const company = await startCompany(url)
  await signIn(browserPage, url, company)
  await browserPage.goto(`${url}/projects/${company.project.id}?tab=agents`)
  await expect(browserPage.getByRole('list', { name: 'Knowledge' })).toBeVisible()
  return company
}

test('adds, embeds and removes a text, a page and a file', async ({ browser, product, website }) => {
  website.pages['/help'] = page('Every tent has a warranty of ten years.')
  const console = await (await browser.newContext()).newPage()
  await openKnowledge(console, product.url)
  const rows = console.getByRole('list', { name: 'Knowledge' }).getByRole('listitem')
  const dialog = console.getByRole('dialog')

  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await dialog.getByLabel('Text').fill('x'.repeat(100_001))
  await expect(dialog.getByText('Use at most 100,000 characters.')).toBeVisible()
  await expect(dialog.getByText('100001/100000')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByLabel('Title').fill('Opening hours')
  await dialog.getByLabel('Text').fill('We open at nine.')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.first().getByRole('button', { name: 'Opening hours' })).toBeVisible()
  await expect(rows.first()).toContainText('pending')
  await expect(rows.first()).toContainText('Not used by the AI assistant yet')
  await rows.first().getByRole('button', { name: 'Mark Embedded' }).hover()
  await expect(console.getByRole('tooltip')).toContainText('Not used by the AI assistant yet')
  await expect(console.getByText('1 item is not used by your AI assistant yet.')).toBeVisible()

  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await expect(dialog.getByRole('tab')).toHaveText(['Website', 'Manual', 'URL', 'File', 'Import', 'Archive'])
  const { height } = (await dialog.boundingBox()) ?? {}
  await dialog.getByLabel('Text').fill(`${website.url}/help`)
  await dialog.getByRole('button', { name: 'Add the page' }).click()
  await expect(dialog.getByLabel('Page URL')).toHaveValue(`${website.url}/help`)
  expect((await dialog.boundingBox())?.height, 'the height of the dialog').toBeCloseTo(height ?? 0, 0)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(rows).toHaveCount(3)
  await console.route('**/embedded', (route) => route.abort())
  await rows.first().getByRole('button', { name: 'Mark Embedded' }).click()
  await expect(rows.first().getByRole('button', { name: 'Retry' })).toBeVisible()
  await console.unroute('**/embedded')
  await console.getByRole('button', { name: 'Embed all' }).click()
  await expect(rows.filter({ hasText: 'embedded' })).toHaveCount(3)
  await expect(rows.getByRole('button', { name: 'Retry' })).toHaveCount(0)

  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await dialog.getByRole('tab', { name: 'File' }).click()
  const input = dialog.getByLabel('File to upload')
  await expect(input).toHaveAttribute('accept', '.pdf,.docx,.doc,.txt')
  await input.setInputFiles({
    name: 'delivery.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Three days.'),
  })
  await expect(dialog.getByText('11 bytes')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  // Uploaded files are embedded immediately.
  await expect(rows.first()).toContainText('delivery.txt')
  await expect(rows.first()).toContainText('embedded')

  await rows.first().getByRole('button', { name: 'Remove' }).click()
  await console.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(rows).toHaveCount(3)

  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await dialog.getByRole('tab', { name: 'Import' }).click()
  await dialog.getByLabel('Files to import').setInputFiles([
    { name: 'returns.md', mimeType: 'text/markdown', buffer: Buffer.from('- *45 days*\n- keep the bag') },
    { name: 'broken.xlsx', mimeType: 'application/zip', buffer: Buffer.from('no workbook') },
    { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('x') },
  ])
  const files = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(files.last()).toContainText('Only PDF, Word')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(files.first()).toContainText('Imported')
  await expect(files.nth(1)).toContainText('does not match its name')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('returns.md')
  await expect(rows.first()).toContainText('embedded')

  // The original beside what was read from it.
  await rows.first().getByRole('button', { name: 'returns' }).first().click()
  const original = dialog.getByRole('region', { name: 'Original' })
  await expect(original).toContainText('- *45 days*')
  await expect(dialog.getByRole('list', { name: 'Sections' })).toContainText('45 days')
  const download = console.waitForEvent('download')
  await original.getByRole('button', { name: 'Download the original' }).click()
  expect((await download).suggestedFilename()).toBe('returns.md')

  await console.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const embeddedCount = await rows.filter({ hasText: 'embedded' }).count()
  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await dialog.getByLabel('Text').fill('We are closed on Mondays.')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await console.getByRole('button', { name: 'Use it now' }).click()
  await expect(rows.filter({ hasText: 'embedded' })).toHaveCount(embeddedCount + 1)
})

test('shows upload failures and resumes a retry from the failed step', { tag: '@full' }, async ({
  browser,
  product,
}) => {
  const console = await (await browser.newContext()).newPage()
  await openKnowledge(console, product.url)
  const dialog = console.getByRole('dialog')
  const rows = console.getByRole('list', { name: 'Knowledge' }).getByRole('listitem')
  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await dialog.getByRole('tab', { name: 'File' }).click()
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel('File to upload').setInputFiles({ name, mimeType: 'application/pdf', buffer })
  const add = dialog.getByRole('button', { name: 'Add', exact: true })

  await choose('picture.pdf', Buffer.from('no PDF at all'))
  await add.click()
  await expect(dialog.getByText('Failed to upload and embed file')).toBeVisible()
  await expect(dialog.getByText("The file's content does not match its name.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()

  await choose('empty.txt', Buffer.alloc(0))
  await expect(dialog.getByText('The file is empty.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()

  // The file is created in the page: transferring 10 MB to a busy browser takes too long.
  await dialog.getByLabel('File to upload').evaluate(
    (input, size) => {
      const { items, files } = new DataTransfer()
      items.add(new File([new Uint8Array(size)], 'large.txt'))
      Object.assign(input, { files })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    10 * 1024 * 1024 + 1,
  )
  await expect(dialog.getByText('The file is too large (10 MB at most).')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()

  await choose('<b>late.txt', Buffer.from('Three days.'))
  await console.route('**/agent/kb', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await add.click()
  await expect(dialog.getByText('Failed to upload and embed file')).toBeVisible()
  await console.unroute('**/agent/kb')
  let uploads = 0
  console.on('request', (request) => {
    if (request.url().endsWith('/agent/upload/file')) uploads += 1
  })
  await add.click()
  await expect(dialog).toBeHidden()
  expect(uploads).toBe(0)
  await expect(rows.first()).toContainText('<b>late.txt')
  await expect(rows.first()).toContainText('embedded')
})

test('cancels an upload', { tag: '@full' }, async ({ browser, product }) => {
  const console = await (await browser.newContext()).newPage()
  await openKnowledge(console, product.url)
  const dialog = console.getByRole('dialog')
  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await dialog.getByRole('tab', { name: 'File' }).click()
  await console.route('**/agent/upload/file', () => {}) // never answered
  await dialog
    .getByLabel('File to upload')
    .setInputFiles({ name: 'delivery.txt', mimeType: 'text/plain', buffer: Buffer.from('Three days.') })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toBeHidden()
  await expect(dialog.getByText('Failed to upload and embed file')).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
})

test('refreshes a page manually and on a schedule, and shows why it failed', { tag: '@full' }, async ({
  browser,
  product,
  website,
}) => {
  website.pages['/hours'] = page('We open at nine.')
  const console = await (await browser.newContext()).newPage()
  await openKnowledge(console, product.url)
  const dialog = console.getByRole('dialog')
  const row = console.getByRole('list', { name: 'Knowledge' }).getByRole('listitem').first()
  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await dialog.getByRole('tab', { name: 'URL' }).click()
  await dialog.getByLabel('Page URL').fill(`${website.url}/hours`)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await row.getByRole('button', { name: 'Mark Embedded' }).click()
  await expect(row).toContainText('Read just now')
  await expect(row.getByRole('button', { name: 'Mark Embedded' })).toBeHidden()

  await row.getByRole('button', { name: 'Refresh schedule' }).click()
  await console.getByRole('menuitem', { name: 'Weekly' }).click()
  await expect(row).toContainText('Refreshes weekly')

  delete website.pages['/hours']
  await row.getByRole('button', { name: 'Refresh now', exact: true }).click()
  await expect(row).toContainText('The page answered with status 404.')
  await expect(row).toContainText('The previous version is still in use.')
  await expect(row).toContainText('embedded')
  website.pages['/hours'] = page('We open at ten.')
  await row.getByRole('button', { name: 'Refresh now', exact: true }).click()
  await expect(row).not.toContainText('404')

  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await dialog.getByRole('tab', { name: 'URL' }).click()
  await dialog.getByLabel('Page URL').fill(`${website.url}/later`)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await row.getByRole('button', { name: 'Mark Embedded' }).click()
  await expect(row).toContainText('The page answered with status 404.')
  website.pages['/later'] = page('We open at eleven.')
  await row.getByRole('button', { name: 'Retry' }).click()
  await expect(row).toContainText(/embedded/)
  await expect(row.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test('offers a retry without error text when a row action fails', { tag: '@full' }, async ({
  browser,
  product,
}) => {
  const console = await (await browser.newContext()).newPage()
  await openKnowledge(console, product.url)
  const rows = console.getByRole('list', { name: 'Knowledge' }).getByRole('listitem')
  const warned: string[] = []
  console.on('console', (message) => warned.push(message.text()))
  await console.route('**/agent/kb/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await rows.first().getByRole('button', { name: 'Remove' }).click()
  await console.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(rows.first().getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(console.getByRole('alert')).toHaveCount(0)
  expect(warned.join()).toContain('Failed to remove a knowledge item')
  await console.unroute('**/agent/kb/*')
  await rows.first().getByRole('button', { name: 'Retry' }).click()
  await expect(rows).toHaveCount(0)

  await console.route('**/agent/kb', (route) => route.abort())
  await console.reload()
  await expect(console.getByText('Failed to load knowledge base')).toBeVisible()
  await console.unroute('**/agent/kb')
  await console.getByRole('button', { name: 'Retry' }).click()
  await expect(console.getByText('No knowledge yet')).toBeVisible()
  await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
  const dialog = console.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Import' }).click()
  await dialog.getByLabel('Files to import').setInputFiles([
    { name: 'returns.md', mimeType: 'text/markdown', buffer: Buffer.from('Returns within *45 days*') },
    { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('x') },
  ])
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(console.getByText('No knowledge yet')).toHaveCount(0)
  await expect(dialog.getByRole('listitem').first()).toContainText('Imported')
})

test('opens, corrects, disables, filters and removes items', { tag: '@full' }, async ({
  browser,
  product,
}) => {
  const console = await (await browser.newContext()).newPage()
  const company = await openKnowledge(console, product.url)
  const kb = `/api/projects/${company.project.id}/agent/kb`
  await expect(console.getByRole('list', { name: 'Knowledge' })).toBeVisible()
  await expect(console.getByLabel('Search knowledge')).toHaveCount(0)
  const contents = [
    'Kayaks are blue.',
    'Canoes are green.',
    'Oars are long.',
    'Vests are red.',
    'Pumps are loud.',
  ]
  for (const content of contents) await company.ask('POST', kb, { type: 'manual', content })
  await console.reload()
  const rows = console.getByRole('list', { name: 'Knowledge' }).getByRole('listitem')
  const drawer = console.getByRole('dialog')
  await expect(rows).toHaveCount(6)

  await console.getByLabel('Search knowledge').fill('return days')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: /You may return any item/ }).click()
  await expect(drawer.getByRole('list', { name: 'Sections' })).toContainText('within 30 days')
  await expect(drawer.getByText('Used in 1 answer')).toBeVisible()
  await drawer.getByRole('tab', { name: 'Used in answers' }).click()
  await expect(drawer.getByText('How many days do I have to return an item?')).toBeVisible()

  await drawer.getByRole('tab', { name: 'Edit' }).click()
  await drawer.getByLabel('Text').fill('You may return any item within 60 days of delivery.')
  await drawer.getByLabel('Title').fill('Returns')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByRole('tab', { name: 'What was read' }).click()
  await expect(drawer.getByRole('list', { name: 'Sections' })).toContainText('within 60 days')

  // Another member edits the item meanwhile.
  await drawer.getByRole('tab', { name: 'Edit' }).click()
  await drawer.getByLabel('Title').fill('My title')
  const [item] = (await company.ask('GET', kb)).filter(({ title }: { title: string }) => title === 'Returns')
  await company.ask('PATCH', `${kb}/${item.id}`, { title: 'Their title' })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('This item was changed in the meantime.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Discard my changes and reload' }).click()
  await expect(drawer.getByLabel('Title')).toHaveValue('Their title')
  await drawer.getByText('Use in answers').click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByRole('button', { name: 'Close' }).last().click()
  await console.getByLabel('Search knowledge').fill('')
  await expect(rows.filter({ hasText: 'Disabled' })).toHaveCount(1)

  await console.getByLabel('Status').selectOption('pending')
  await expect(rows).toHaveCount(5)
  await console.getByRole('button', { name: 'Select', exact: true }).click()
  await console.getByRole('checkbox', { name: 'Select all 5' }).check()
  await console.getByRole('button', { name: 'Embed', exact: true }).click()
  await expect(console.getByText('No items match.')).toBeVisible()
  await console.getByRole('button', { name: 'Clear filters' }).click()
  await rows.filter({ hasText: 'Kayaks' }).getByRole('checkbox').check()
  await console.getByRole('button', { name: 'Remove', exact: true }).first().click()
  await console.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(rows).toHaveCount(5)
})

test('5,000 items are searched and scrolled', { tag: '@full' }, async ({ browser, product }) => {
  const console = await (await browser.newContext()).newPage()
  const company = await openKnowledge(console, product.url)
  const [item] = await company.ask('GET', `/api/projects/${company.project.id}/agent/kb`)
  const items = Array.from({ length: 5000 }, (_, index) => ({
    ...item,
    id: item.id.slice(0, -4) + index.toString(16).padStart(4, '0'),
    title: `Page ${index}`,
    rawText: `Page ${index} is about tents.`,
  }))
  await console.route('**/agent/kb', (route) => route.fulfill({ json: { success: true, data: items } }))
  await console.reload()
  const list = console.getByRole('list', { name: 'Knowledge' })
  await expect(list.getByText('Page 0 is about tents.')).toBeVisible()
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
  await console.getByLabel('Search knowledge').fill('page 4321')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await console.getByLabel('Search knowledge').fill('')
  await expect(list.getByText('Page 0 is about tents.')).toBeVisible()
  // The height of rows that were never shown is an estimate.
  await expect(async () => {
    await list.locator('..').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
    await expect(list.getByText('Page 4999 is about tents.')).toBeVisible({ timeout: 500 })
  }).toPass()
})
