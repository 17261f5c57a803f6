import { expect, type Page } from '@playwright/test'
import { checkAccessibility, sizes } from '../kit/accessibility.ts'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

const answer = 'You may return any item within 30 days, free of charge. [1]'

test('an Owner connects a model of their own, and it answers', async ({ page, product, website }) => {
  website.pages['/api/v1/models'] = JSON.stringify({ data: [{ id: 'sample-large' }, { id: 'sample-small' }] })
  website.pages['/api/v1/chat/completions'] = JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'sample-small',
    choices: [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 2000, completion_tokens: 20, total_tokens: 2020 },
  })
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/settings/ai-model`)
  await expect(page.getByRole('radio', { name: /Built-in AI/ })).toBeChecked()
  await page.getByText('Your own model').click()
  await page.getByLabel('Provider').selectOption('Other (OpenAI-compatible)')

  await test.step('an address that does not answer is refused, and nothing is saved', async () => {
    await page.getByLabel('Address').fill('http://10.0.0.1/v1')
    await page.getByLabel('Model', { exact: true }).fill('sample-small')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/This address isn't allowed/)).toBeVisible()
    await expect(page.getByLabel('Address')).toBeFocused()
    expect(await company.ask('GET', '/api/ai-model')).toMatchObject({ source: 'builtin', own: null })
  })

  await test.step('tests a model of the list with their own questions', async () => {
    await page.getByLabel('Address').fill(`${website.url}/api/v1`)
    await page.getByLabel('Model', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Load models' }).click()
    await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('sample-small')
    await page.getByLabel('Input price').fill('1')
    await page.getByRole('button', { name: 'Test with your questions' }).click()
    await expect(page.getByText('Enter both prices, like 0.15 and 0.60')).toBeVisible()
    await page.getByLabel('Output price').fill('10')
    await page.getByRole('button', { name: 'Test with your questions' }).click()
    await expect(page.getByText('The model works')).toBeVisible()
    const answers = page.getByRole('list', { name: 'Answers' })
    await expect(answers).toContainText('You may return any item within 30 days, free of charge.')
    await expect(answers).toContainText('about $0.0022')
    await checkSizes(page)
  })

  await test.step('saves it, and visitors get its answers', async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('AI model saved')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Model', { exact: true })).toHaveValue('sample-small')
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    const { message } = await company.ask('POST', `/api/projects/${company.project.id}/test-chat`, {
      messages: [{ from: 'visitor', text: 'How many days do I have to return an item?' }],
    })
    expect(message).toMatchObject({
      text: expect.stringContaining('free of charge'),
      meta: { model: 'sample-small' },
    })
  })

  await test.step('sees what it has used', async () => {
    await page.goto(`${product.url}/settings/usage`)
    const row = page.getByRole('row', { name: /Example Shop/ })
    // The test had asked one question, or two where the visitor's had been answered by then.
    await expect(row).toContainText(/[46],000/)
    await expect(row).toContainText(/\$0\.00(?:44|66)/)
    await checkSizes(page)
  })
})

async function checkSizes(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await checkAccessibility(page, `${new URL(page.url()).pathname} at ${size.width}`)
  }
  await page.setViewportSize(sizes[0])
}
