import { expect } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

test('a new project is set up from the list: its website is read, and unwanted pages are left out', async ({
  page,
  product,
  website,
}) => {
  website.pages['/bikes/'] = `<!doctype html><title>Bikes</title><main><h1>Bikes</h1>
    <p>We rent bikes by the old harbor, every day of the week.</p></main>
    <a href="/bikes/prices">Prices</a><a href="/bikes/jobs">Jobs</a>`
  website.pages['/bikes/prices'] = `<!doctype html><title>Prices</title><main><h1>Prices</h1>
    <h2>City bikes</h2><p>A city bike costs 18 euros a day, with a lock and a basket.</p></main>`
  website.pages['/bikes/jobs'] = `<!doctype html><title>Jobs</title><main><h1>Jobs</h1>
    <p>We are looking for a mechanic with two years of experience.</p></main>`
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  const setup = page.getByRole('region', { name: 'Setup', exact: true })
  const host = new URL(website.url).host

  await test.step('the list of projects continues the setup of the new one', async () => {
    await page.goto(`${product.url}/projects`)
    await page.getByRole('button', { name: 'New Project' }).click()
    const drawer = page.getByRole('dialog', { name: 'New project' })
    await drawer.getByLabel('Name').fill('Harbor Bikes')
    await drawer.getByLabel('Website URL').fill(`${website.url}/bikes/`)
    await drawer.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(setup).toContainText(/Setup 1 of 6.*Harbor Bikes.*Teach your AI assistant/)
    const card = page.getByRole('article').filter({ hasText: 'Harbor Bikes' })
    await card.getByRole('link', { name: 'Continue setup' }).click()
    await expect(page).toHaveURL(/\/customize$/)
  })

  await test.step('a closed window keeps what was read', async () => {
    await setup.getByRole('button', { name: `Read ${host}` }).click()
    const dialog = page.getByRole('dialog', { name: `Read ${host}` })
    await expect(dialog.getByRole('checkbox', { name: 'Jobs' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await setup.getByRole('button', { name: 'Review 3 pages' }).click()
    await dialog.getByRole('checkbox', { name: 'Jobs' }).uncheck()
    await dialog.getByRole('button', { name: 'Use 2 pages' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a proposed question is answered, and "Try it" stands once', async () => {
    await expect(setup).toContainText('Setup 2 of 6')
    await expect(page.getByRole('button', { name: 'Try it' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Try it' }).click()
    const drawer = page.getByRole('dialog', { name: 'Try it' })
    await drawer.getByRole('button', { name: 'What should I know about “City bikes”?' }).click()
    await expect(drawer.getByRole('log')).toContainText('18 euros a day')
    const [question, answer] = await Promise.all(
      ['City bikes', '18 euros'].map((text) => drawer.getByRole('log').getByText(text).first().boundingBox()),
    )
    expect(question?.x, 'the question is on the right').toBeGreaterThan(answer?.x ?? 0)
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(setup).toContainText('Setup 3 of 6')
    await expect(page.getByRole('button', { name: 'Try it' })).toHaveCount(1)
  })
})

test('a website that cannot be read says why, and leads to other knowledge', async ({
  page,
  product,
  website,
}) => {
  const company = await startCompany(product.url)
  const { id } = await company.ask('POST', '/api/projects', {
    name: 'Closed Shop',
    websiteUrl: `${website.url}/closed/`,
  })
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${id}?tab=agents`)
  const setup = page.getByRole('region', { name: 'Setup', exact: true })
  await setup.getByRole('button', { name: /^Read / }).click()
  const dialog = page.getByRole('dialog', { name: /^Read / })
  await expect(dialog.getByRole('alert')).toContainText(/No pages were read.*404/)

  website.pages['/closed/'] =
    '<!doctype html><title>Open</title><main><h1>Open</h1><p>We are open again.</p></main>'
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Open' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Add text or files' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Knowledge Source' })).toBeVisible()
})

test('the pages can be used once all of them are listed', async ({ page, product, website }) => {
  const names = ['boats', 'sails', 'ropes']
  website.pages['/yard/'] =
    `<!doctype html><title>Yard</title><main><h1>Yard</h1><p>We repair boats all year.</p>
    ${names.map((name) => `<a href="/yard/${name}">${name}</a>`).join(' ')}</main>`
  for (const name of names)
    website.pages[`/yard/${name}`] =
      `<!doctype html><title>${name}</title><main><h1>${name}</h1><p>We repair ${name} within a week.</p></main>`
  const company = await startCompany(product.url)
  const { id } = await company.ask('POST', '/api/projects', {
    name: 'Yard',
    websiteUrl: `${website.url}/yard/`,
  })
  // The list arrives later than the end of the run.
  await page.route('**/pages?*', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 500))
    // The console may have canceled the request.
    await route.fulfill({ response }).catch(() => {})
  })
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${id}?tab=agents`)
  await page
    .getByRole('region', { name: 'Setup', exact: true })
    .getByRole('button', { name: /^Read / })
    .click()
  await page
    .getByRole('button', { name: 'Use these pages' })
    .and(page.locator(':not([aria-disabled])'))
    .click()
  await expect
    .poll(async () => (await company.ask('GET', `/api/projects/${id}/agent/kb`)).length)
    .toBe(names.length + 1)
  // The list is requested again meanwhile.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
