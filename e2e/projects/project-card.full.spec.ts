import { expect, type Page } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test("a project card shows the icon of its website, today's chats and the share of the AI", async ({
  page,
  product: { url },
}) => {
  const company = await startCompany(url)
  const { ask, project } = company
  await ask('PUT', `/api/projects/${project.id}`, {
    name: project.name,
    websiteUrl: 'https://shop.example.com/start',
  })
  const website = await serveWebsite(page, 'https://shop.example.com/*')
  await signIn(page, url, company)
  await page.goto(`${url}/projects`)
  const card = page.getByRole('article')
  await expect(card.getByRole('link', { name: 'shop.example.com/start' })).toBeVisible()
  const image = card.locator('img')
  await expect(image).toHaveAttribute('src', 'https://shop.example.com/favicon.ico')
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(1)
  await expect(card.getByText('AI only 100%')).toBeVisible()

  website.status = 404
  await page.reload()
  await expect(card.getByText(project.name.charAt(0), { exact: true })).toBeVisible()
  await expect(image).toHaveCount(0)

  await card.getByRole('link', { name: '1 chat today' }).click()
  await expect(page).toHaveURL(`${url}/chats?project=${project.id}`)
  await expect(page.getByRole('link', { name: /Guest Visitor/ })).toHaveCount(1)
})

/** Answers requests to the address with the pixel. Playwright's own routes never see those for an icon. */
async function serveWebsite(page: Page, urlPattern: string) {
  const website = { status: 200 }
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId }) =>
    session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: website.status,
      responseHeaders: [
        { name: 'Content-Type', value: 'image/png' },
        { name: 'Cache-Control', value: 'no-store' },
      ],
      body: website.status === 200 ? pixel : '',
    }),
  )
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] })
  return website
}
