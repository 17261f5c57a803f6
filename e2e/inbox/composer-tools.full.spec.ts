import { expect } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/staff.ts'

test('the composer toolbar fits without scrolling, and collapsed buttons keep their accessible name', async ({
  page,
  product: { url },
}) => {
  const company = await startCompany(url)
  await signIn(page, url, company)
  await page.evaluate(() => localStorage.setItem('visitor-pane', 'closed'))
  await page.goto(`${url}/chats?session=${company.sessionId}`)
  const tools = page.getByTestId('tools')
  const assistant = page.getByRole('switch', { name: 'Writing Assistant', exact: true })
  const overflow = () => tools.evaluate((box) => box.scrollWidth - box.clientWidth)
  const expectTextShown = (text: string, isShown: boolean) =>
    expect
      .poll(() => tools.getByText(text, { exact: true }).evaluate((span) => span.clientWidth > 10))
      .toBe(isShown)
  const names = ['Send form', 'Smart reply', 'Suggest answer', 'Private note']
  const toggle = () => page.locator('label').filter({ has: assistant }).click()

  async function expectAllInView(more: string[] = []) {
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    for (const name of [...names, ...more])
      await expect(tools.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  }

  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('x'.repeat(3600))
  await expect(page.getByText('3600/4000')).toBeVisible()
  await field.fill('x'.repeat(4001))
  await expect(page.getByRole('alert')).toHaveText('Shorten your message to send it.')
  await field.press('Enter')
  await expect(field).toHaveValue('x'.repeat(4001))
  await field.fill('')

  await expectAllInView()
  await expectTextShown('Private note', true)
  await toggle()
  await expectAllInView(['Preview'])
  await expectTextShown('Send form', true)
  await expectTextShown('Private note', false)

  await page.getByRole('button', { name: 'Visitor details', exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'Visitor details' })).toBeVisible()
  await expectAllInView(['Preview'])
  await expectTextShown('Send form', false)
  const hint = tools.getByRole('button', { name: 'Not set up' })
  await expect(hint).toBeInViewport({ ratio: 1 })
  await assistant.focus()
  await page.keyboard.press('Tab')
  await expect(hint).toBeFocused()
  const explanation = "Writing Assistant isn't set up yet. Messages are sent as written."
  await expect(page.getByRole('tooltip', { name: explanation })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Reply' }).getByRole('alert')).toHaveText(explanation)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await tools.getByRole('button', { name: 'Private note' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Private note' })).toBeVisible()
  await toggle()
  await expectAllInView()

  await page.setViewportSize({ width: 375, height: 812 })
  await expectAllInView()
})
