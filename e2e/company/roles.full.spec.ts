import { expect, type Page } from '@playwright/test'
import { join } from '../../server/test/kit/client.ts'
import { checkAccessibility } from '../kit/accessibility.ts'
import { type Company, signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/staff.ts'

const reason = 'Only Owners and Admins can do this.'

/** Signs an Agent of a new company in on the page. */
async function signInAsAgent(page: Page, url: string): Promise<Company> {
  const company = await startCompany(url)
  await company.ask('POST', `/api/projects/${company.project.id}/faq`, { question: 'Open?', answer: 'Yes.' })
  const agent = await join(url, company, 'Agent', 'Second Agent')
  await signIn(page, url, agent)
  return company
}

async function expectDenied(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true }).first()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(reason)
  await button.focus()
  await expect(page.getByRole('tooltip')).toContainText(reason)
}

test('an Agent sees the screens, with the reason beside what they may not use', async ({
  page,
  product: { url },
}) => {
  const { project } = await signInAsAgent(page, url)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })

  await test.step('projects', async () => {
    await page.goto(`${url}/projects`)
    for (const name of ['New Project', 'Edit', 'Delete']) await expectDenied(page, name)
    await checkAccessibility(page, 'projects for an Agent')
    await page.goto(`${url}/projects/new`)
    await expect(page.getByText('Only Owners and Admins can create projects')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create' })).toHaveCount(0)
  })

  await test.step('knowledge and FAQs can be added and edited, not deleted', async () => {
    await page.goto(`${url}/projects/${project.id}?tab=agents`)
    await expectDenied(page, 'Edit Profile')
    await expectDenied(page, 'Remove')
    await expectDenied(page, 'Add test')
    await page.goto(`${url}/projects/${project.id}?tab=faq`)
    await expectDenied(page, 'Delete FAQ')
    await page.getByRole('button', { name: 'Edit FAQ' }).click()
    await page.getByLabel('Answer').fill('Every day.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Every day.')).toBeVisible()
  })

  await test.step('the widget is read-only, and opening it saves nothing', async () => {
    await page.goto(`${url}/projects/${project.id}/customize`)
    await expect(page.getByText('Only Owners and Admins can change the widget.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Primary colour', exact: true })).toBeDisabled()
    await checkAccessibility(page, 'widget for an Agent')
  })

  await test.step('publishing', async () => {
    await page.goto(`${url}/projects/${project.id}/publish`)
    await expect(page.getByText('Only Owners and Admins can publish.')).toBeVisible()
    await expectDenied(page, 'Published')
    await expectDenied(page, 'Restore release 1')
    await expect(page.getByRole('textbox', { name: 'Add a website' })).toHaveCount(0)
    await checkAccessibility(page, 'publishing for an Agent')
  })

  await test.step('commands and shortcuts', async () => {
    await page.goto(`${url}/chats`)
    await page.getByRole('button', { name: 'Inbox options' }).click()
    await expect(page.getByRole('menuitem', { name: 'Saved replies' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^Export/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('menuitem', { name: /^Settings/ })).toBeVisible()
    await expect(palette.getByRole('menuitem', { name: /^New Project/ })).toHaveCount(0)
    await expect(palette.getByRole('menuitem', { name: /^API keys/ })).toHaveCount(0)
  })

  await test.step('pages of Owners and Admins say so', async () => {
    await page.goto(`${url}/superadmin/prompts`)
    await expect(page.getByText("You don't have access to Prompts.")).toBeVisible()
    await page.goto(`${url}/settings`)
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
    for (const section of ['Company', 'API keys', 'Webhooks', 'Data retention', 'Audit log']) {
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section }).click()
      await expect(page.getByRole('region', { name: section })).toContainText(
        'Only Owners and Admins can open this page',
      )
    }
    expect(refused).toEqual([])
  })
})
