import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { expect, test } from 'vitest'
import { describeItem, describeUses } from './describe-item.ts'

const text = { type: 'manual', title: 'Pick-up', hasCustomTitle: false } as KnowledgeItem

test('a text is named by its title, with its start below and no Markdown', () => {
  expect(describeItem({ ...text, rawText: '# Pick-up\n\n- **Monday** to Friday\n- 9 to 5' })).toEqual({
    title: 'Pick-up',
    preview: 'Monday to Friday 9 to 5',
    origin: null,
  })
  expect(
    describeItem({ ...text, title: 'Collection', hasCustomTitle: true, rawText: 'We open at nine.' }),
  ).toEqual({
    title: 'Collection',
    preview: 'We open at nine.',
    origin: null,
  })
})

test('a text of one line is cut at 140 characters', () => {
  const { title, preview } = describeItem({ ...text, rawText: `${'x'.repeat(140)}yz` })
  expect(title).toBe(`${'x'.repeat(140)}…`)
  expect(preview).toBeNull()
  expect(describeItem({ ...text, rawText: '# Pick-up' }).title).toBe('Pick-up')
})

test('a page is named by its title, or by its address without the scheme', () => {
  const page = { type: 'url', title: 'Help', sourceUrl: 'https://shop.example/help' } as KnowledgeItem
  expect(describeItem(page)).toMatchObject({ title: 'Help', origin: 'shop.example/help' })
  expect(describeItem({ ...page, title: 'https://shop.example/help' })).toMatchObject({
    title: 'shop.example/help',
    origin: null,
  })
})

test('uses are counted for 30 days, or since the first counted reply', () => {
  const now = Date.parse('2026-11-27T12:00:00Z')
  const describe = (count: number, since: string, createdAt: string) =>
    describeUses({ count, since, createdAt }, now)
  const month = '2026-10-28T12:00:00.000Z'
  expect(describe(1, month, month)).toBe('1 use in 30 days')
  expect(describe(1200, '2026-11-20T12:00:00.000Z', month)).toMatch(/^1.200 uses since .*20/)
  expect(describe(0, month, '2026-10-01T00:00:00.000Z')).toBe('No uses in 30 days')
  expect(describe(0, month, '2026-11-27T00:00:00.000Z')).toBeNull()
})
