import { expect, type Page } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { holdRequests } from '../kit/hold-requests.ts'
import { test } from '../kit/staff.ts'

/** A slow answer must not act on what the user has gone on to in the meantime. */

/** Opens a project without reloading the page. */
async function goToProject(page: Page, name: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'What do you want to do?' }).fill(name)
  await page.getByRole('group', { name: 'Projects' }).getByRole('menuitem', { name }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

test('a project that is created or deleted late does not navigate', async ({ page, staff }) => {
  await staff.ask('POST', '/api/projects', { name: 'First shop' })
  await staff.ask('POST', '/api/projects', { name: 'Second shop' })
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.goto('/projects/new')
  await page.getByLabel('Name').fill('Third shop')
  const created = await holdRequests(page, '**/api/projects')
  await page.getByRole('main').getByRole('button', { name: 'Create' }).click()
  await created.waitForRequest()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await created.release()
  await goToProject(page, 'Third shop')
  await goToProject(page, 'First shop')
  const deleted = await holdRequests(page, /\/api\/projects\/[^/]+$/)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await deleted.waitForRequest()
  await goToProject(page, 'Third shop')
  await deleted.release()
  await goToProject(page, 'Second shop')
  expect(visited.filter((path) => path === '/projects' || path.endsWith('/customize'))).toEqual([])
})

test('text that is typed during a save stays', async ({ page, staff }) => {
  await page.goto('/chats')
  const dialog = page.getByRole('dialog')
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Inbox options' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await open('Labels')
  await dialog.getByLabel('Name').fill('Urgent')
  const labels = await holdRequests(page, '**/api/labels')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await labels.waitForRequest()
  await dialog.getByLabel('Name').fill('Returns')
  await labels.release()
  await expect(dialog.getByRole('list', { name: 'Labels' })).toContainText('Urgent')
  await expect(dialog.getByLabel('Name')).toHaveValue('Returns')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('list', { name: 'Labels' })).toContainText('Returns')
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  const { labels: stored } = await staff.ask('GET', '/api/labels')
  expect(stored).toMatchObject([{ name: 'Returns' }, { name: 'Urgent' }])
})

test('a late publication does not change the embed code of another project', async ({
  page,
  product: { url },
}) => {
  const company = await startCompany(url)
  const { id, widgetConfigId } = await company.ask('POST', '/api/projects', { name: 'Second shop' })
  await company.ask('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' } })
  const { project } = await company.ask('POST', `/api/projects/${id}/publish`)
  await company.ask('PATCH', `/api/widget/${company.project.widgetConfigId}`, { brand: { chatName: 'New' } })
  await signIn(page, url, company)
  await page.goto(`${url}/projects/${id}/publish`)
  await expect(page.getByText(project.publicKey).first()).toBeVisible()
  await goToProject(page, 'Example Shop')
  await page.getByRole('main').getByRole('button', { name: 'Publish' }).click()
  const held = await holdRequests(page, '**/publish')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await held.waitForRequest()
  // As with the list of the browser's Back button: from one Publish screen to the other.
  await page.evaluate(() => window.history.go(-2))
  const code = page.getByRole('region', { name: 'Embed code' })
  await expect(code).toContainText(project.publicKey)
  await held.release()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Example Shop', exact: true })).toBeVisible()
  await page.goBack()
  await expect(code).toContainText(project.publicKey)
})
