import type { WidgetConfig } from '@aichat/contracts/widget'
import { expect, test } from 'vitest'
import { contrastRatio, contrastWords } from './contrast.ts'
import { corrected } from './corrected.ts'
import { merged, problemsOf, showable, without, worthSaving } from './patch.ts'
import { newPreChatField, withKey } from './pre-chat.ts'

const config: WidgetConfig = {
  id: 'widget',
  projectId: 'project',
  template: { key: 'minimal', version: '1.0.0' },
  brand: { chatName: 'Chat', primaryColor: '#1769a0', fontColor: '#ffffff', logoUrl: '' },
  greetings: { firstVisit: 'Hi', returning: 'Again', offline: 'Away' },
  icon: { position: 'bottom-right', animation: 'none', color: '#2c8ac5', text: '' },
  behavior: { openOnLoad: false, showTooltip: true, autoOpenDelay: 0 },
  agent: { autoReply: false, autoReplyRateLimit: 10 },
  realtime: { preChat: { enabled: false, mode: 'on_start', fields: [newPreChatField] } },
  updatedAt: '2026-01-01T00:00:00.000Z',
}

test('only what differs and is valid is saved', () => {
  const edits = { brand: { chatName: 'New', primaryColor: '#17' }, icon: { text: '' } }
  const problems = problemsOf(merged(config, edits))
  expect(problems['brand.primaryColor']).toBeTruthy()
  expect(worthSaving(config, edits, problems)).toEqual({ brand: { chatName: 'New' } })
  expect(showable(config, edits, problems).brand).toEqual({ ...config.brand, chatName: 'New' })
  expect(worthSaving(config, {}, {})).toBeNull()
})

test('an edit made during a save is kept, what was saved is let go', () => {
  const edits = { brand: { chatName: 'Newer', logoUrl: 'https://acme.com/a.png' } }
  expect(without(edits, { brand: { chatName: 'New', logoUrl: 'https://acme.com/a.png' } })).toEqual({
    brand: { chatName: 'Newer' },
  })
})

test('a problem in one field keeps the whole list from being saved', () => {
  const fields = [{ ...newPreChatField, label: 'x'.repeat(61) }]
  const edits = { realtime: { preChat: { enabled: true, fields } } }
  const problems = problemsOf(merged(config, edits))
  expect(worthSaving(config, edits, problems)).toEqual({ realtime: { preChat: { enabled: true } } })
})

test('the two forced corrections, and none where none is needed', () => {
  expect(corrected(config)).toEqual({})
  const foreign = merged(config, { template: { key: 'neo' }, realtime: { preChat: { mode: null } } })
  expect(corrected(foreign)).toEqual({
    template: { key: 'minimal' },
    realtime: { preChat: { mode: 'on_start' } },
  })
})

test('a new type resets the label unless it is one of its own', () => {
  expect(withKey(newPreChatField, 'email').label).toBe('Email Address')
  expect(withKey({ ...newPreChatField, label: ' ' }, 'phone').label).toBe('Phone Number')
  expect(withKey({ ...newPreChatField, label: 'Order number' }, 'custom').label).toBe('Order number')
})

test('contrast is told in words', () => {
  expect(contrastRatio('#000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#fff', '#2c8ac5')).toBeCloseTo(3.8, 1)
  expect(contrastRatio('#ff', '#fff')).toBeNull()
  expect([5, 3.8, 2].map((ratio) => contrastWords(ratio).words)).toEqual([
    'easy to read',
    'hard to read for some',
    'too faint',
  ])
})
