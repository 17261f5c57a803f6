import { expect } from '@playwright/test'
import { signIn, startCompany } from './kit/company.ts'
import { collectViolations } from './kit/policy-violations.ts'
import { test } from './kit/product.ts'

test('the console works where Trusted Types are enforced', async ({ page, product }) => {
  const company = await startCompany(product.url)
  const violations = collectViolations(page)
  await signIn(page, product.url, company)

  await test.step('a number field announces its value', async () => {
    await page.goto(`${product.url}/projects/${company.project.id}/customize`)
    await page.getByRole('tab', { name: 'Behavior' }).click()
    const field = page.getByRole('tabpanel').locator('input[inputmode=numeric]:enabled').first()
    await field.focus()
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) await field.press(key)
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  })

  for (const path of [
    '/dashboard',
    '/projects',
    '/chats',
    '/users',
    '/reports',
    '/reports/ai',
    '/reports/gaps',
    '/reports/team',
    '/reports/sources',
    '/superadmin/prompts',
  ]) {
    await test.step(`${path} loads`, async () => {
      await page.goto(product.url + path)
      await expect(page.getByRole('heading').first()).toBeVisible()
    })
  }

  await test.step('the installation code is shown', async () => {
    await page.goto(`${product.url}/projects/${company.project.id}/publish`)
    await expect(page.getByText(company.project.publicKey).first()).toBeVisible()
  })

  await test.step('markup from a string is refused', async () => {
    const attempts = () =>
      page.evaluate(() => {
        const refused = (work: () => void) => {
          try {
            work()
            return false
          } catch (error) {
            return error instanceof TypeError
          }
        }
        const box = document.createElement('div')
        return [
          refused(() => {
            box.innerHTML = '<b>x</b>'
          }),
          refused(() => {
            box.innerHTML = ''
          }),
        ]
      })
    expect(violations).toEqual([])
    expect(await attempts()).toEqual([true, false])
  })
})
