import { logoLimits, logoSentences, toWidgetFilePath } from '@aichat/contracts/widget/logo'
import { type WidgetConfig, widgetSentences } from '@aichat/contracts/widget/widget'
import { defaultWidget } from '@aichat/contracts/widget/widget-defaults'
import { expect, test } from 'vitest'
import { brandPresets, fontPresets } from './color-presets.ts'
import { getConfigCorrections } from './config-corrections.ts'
import {
  applyValidEdits,
  getUnsavedChanges,
  invertPatch,
  mergePatch,
  removeSavedEdits,
  validateConfig,
} from './config-patch.ts'
import { contrastRatio, describeContrast, findReadableShade } from './contrast.ts'
import { withLocalizedGreetings } from './localized-greetings.ts'
import { checkLogoFile } from './logo/check-logo-file.ts'
import { changeFieldKey, createPreChatField, moveField } from './pre-chat-fields.ts'
import { createUndoHistory } from './undo-history.ts'

const newPreChatField = createPreChatField([])

const config: WidgetConfig = {
  id: 'widget',
  projectId: 'project',
  template: { key: 'minimal', version: '1.0.0' },
  brand: { chatName: 'Chat', primaryColor: '#1769a0', fontColor: '#ffffff', logoUrl: '' },
  greetings: { firstVisit: 'Hi', returning: 'Again', offline: 'Away' },
  icon: { position: 'bottom-right', animation: 'none', color: '#2c8ac5', text: '' },
  behavior: {
    openOnLoad: false,
    showTooltip: true,
    autoOpenDelay: 0,
    manualOnReply: true,
    autoReplyResumeMinutes: 0,
  },
  agent: { autoReply: false, autoReplyRateLimit: 10 },
  realtime: { preChat: { enabled: false, mode: 'on_start', fields: [newPreChatField] } },
  initialChatName: 'Chat',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

test('saves only valid changes', () => {
  const edits = { brand: { chatName: 'New', primaryColor: '#17' }, icon: { text: '' } }
  const errors = validateConfig(mergePatch(config, edits))
  expect(errors['brand.primaryColor']).toBeTruthy()
  expect(getUnsavedChanges(config, edits, errors)).toEqual({ brand: { chatName: 'New' } })
  expect(applyValidEdits(config, edits, errors).brand).toEqual({ ...config.brand, chatName: 'New' })
  expect(getUnsavedChanges(config, {}, {})).toBeNull()
})

test('keeps edits made during a save and removes the saved ones', () => {
  const edits = { brand: { chatName: 'Newer', logoUrl: 'https://acme.com/a.png' } }
  expect(removeSavedEdits(edits, { brand: { chatName: 'New', logoUrl: 'https://acme.com/a.png' } })).toEqual({
    brand: { chatName: 'Newer' },
  })
})

test('does not save a list that contains an invalid field', () => {
  const fields = [{ ...newPreChatField, label: 'x'.repeat(61) }]
  const edits = { realtime: { preChat: { enabled: true, fields } } }
  const errors = validateConfig(mergePatch(config, edits))
  expect(getUnsavedChanges(config, edits, errors)).toEqual({ realtime: { preChat: { enabled: true } } })
})

test('corrects the template and the pre-chat mode only when needed', () => {
  expect(getConfigCorrections(config)).toEqual({})
  const foreign = mergePatch(config, { template: { key: 'neo' }, realtime: { preChat: { mode: null } } })
  expect(getConfigCorrections(foreign)).toEqual({
    template: { key: 'minimal' },
    realtime: { preChat: { mode: 'on_start' } },
  })
})

test('resets the label for a new field key unless it was customized', () => {
  expect(changeFieldKey(newPreChatField, 'email').label).toBe('Email Address')
  expect(changeFieldKey({ ...newPreChatField, label: ' ' }, 'phone').label).toBe('Phone Number')
  expect(changeFieldKey({ ...newPreChatField, label: 'Order number' }, 'custom').label).toBe('Order number')
})

test('describes contrast in words', () => {
  expect(contrastRatio('#000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#fff', '#2c8ac5')).toBeCloseTo(3.8, 1)
  expect(contrastRatio('#ff', '#fff')).toBeNull()
  expect([5, 3.8, 2].map((ratio) => describeContrast(ratio).label)).toEqual([
    'easy to read',
    'hard to read for some',
    'too faint',
  ])
})

test('a default widget earns no contrast warning', () => {
  const { brand, icon } = defaultWidget('Shop')
  expect(icon.color).toBe('#2c8ac5')
  expect(brand.primaryColor).toBe(findReadableShade(icon.color, brand.fontColor))
  expect(brandPresets).toContain(brand.primaryColor)
  const iconRatio = contrastRatio(brand.fontColor, icon.color) ?? 0
  expect(describeContrast(iconRatio, 'graphic')).toEqual({ label: 'easy to see', isReadable: true })
  expect(describeContrast(2.9, 'graphic')).toEqual({ label: 'hard to see', isReadable: false })
  expect(findReadableShade('#8cc5e8', '#ffffff', 'graphic')).not.toBe(findReadableShade('#8cc5e8', '#ffffff'))
})

test('finds the nearest readable shade for any color', () => {
  expect(findReadableShade('#2c8ac5', '#ffffff')).toBe('#287db2')
  expect(contrastRatio('#287db2', '#fff')).toBeGreaterThanOrEqual(4.5)
  expect(contrastRatio('#297fb4', '#fff')).toBeLessThan(4.5)
  expect(findReadableShade('#1769a0', '#fff')).toBe('#1769a0')
  expect(findReadableShade('#17', '#fff')).toBeNull()
  for (const beside of ['#000000', '#ffffff', '#757575', '#777777', '#2c8ac5', '#f0f']) {
    for (const color of ['#2c8ac5', '#808080', '#ff0', '#000', '#fffffe80']) {
      const shade = findReadableShade(color, beside)
      expect(contrastRatio(shade ?? '', beside), `${color} on ${beside}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('presets are eight, and white can be read on every colour', () => {
  expect([brandPresets.length, fontPresets.length]).toEqual([8, 8])
  for (const color of brandPresets) expect(contrastRatio(color, '#ffffff')).toBeGreaterThanOrEqual(4.5)
})

test('a field moves to its new place', () => {
  const fields = ['a', 'b', 'c'].map((label) => ({ ...newPreChatField, label }))
  const labels = (from: number, to: number) => moveField(fields, from, to).map((field) => field.label)
  expect([labels(0, 1), labels(2, 0), labels(1, 2), labels(7, 0)]).toEqual([
    ['b', 'a', 'c'],
    ['c', 'a', 'b'],
    ['a', 'c', 'b'],
    ['a', 'b', 'c'],
  ])
})

test('groups typing into one undo step, other edits into one each, and keeps fifty steps', () => {
  let now = 0
  const history = createUndoHistory(() => now)
  const name = (chatName: string) => ({ brand: { chatName } })
  history.record(config, name('C'))
  now += 999
  history.record(mergePatch(config, name('C')), name('Ch'))
  now += 1000
  history.record(mergePatch(config, name('Ch')), name('Cha'))
  history.record(config, { behavior: { openOnLoad: true } })
  history.record(mergePatch(config, { behavior: { openOnLoad: true } }), { behavior: { openOnLoad: false } })
  expect(history.undo()).toEqual({ patch: { behavior: { openOnLoad: true } }, name: 'Open on page load' })
  expect(history.undo()).toEqual({ patch: { behavior: { openOnLoad: false } }, name: 'Open on page load' })
  expect(history.undo()).toEqual({ patch: name('Ch'), name: 'Chat name' })
  expect(history.undo()).toEqual({ patch: name('Chat'), name: 'Chat name' })
  expect(history.undo()).toBeNull()
  for (let index = 0; index < 60; index++) {
    now += 1000
    history.record(mergePatch(config, name(String(index))), name(String(index + 1)))
  }
  let last = null
  for (let step = history.undo(); step; step = history.undo()) last = step
  expect(last?.patch).toEqual(name('10'))
})

test('undoes uploading, replacing and removing a logo separately from typing its address', () => {
  const history = createUndoHistory(() => 0)
  const logo = (logoUrl: string) => ({ brand: { logoUrl } })
  const uploaded = (digit: number) => toWidgetFilePath(`01a203b2-8b20-7505-bb93-03f62362184${digit}`)
  const steps = ['', 'h', 'https://acme.com/a.png', uploaded(1), uploaded(2), '']
  for (const [index, next] of steps.slice(1).entries())
    history.record(mergePatch(config, logo(steps[index] as string)), logo(next))
  const undone = steps.slice(1).map(() => history.undo()?.patch)
  expect(undone).toEqual([
    logo(uploaded(2)),
    logo(uploaded(1)),
    logo('https://acme.com/a.png'),
    logo(''),
    undefined,
  ])
})

test('accepts the path of an uploaded logo, and no other path', () => {
  const errorsOf = (logoUrl: string) => validateConfig(mergePatch(config, { brand: { logoUrl } }))
  expect(errorsOf(toWidgetFilePath('01a203b2-8b20-7505-bb93-03f62362184f'))).toEqual({})
  expect(errorsOf(toWidgetFilePath('logo.png'))).toEqual({ 'brand.logoUrl': widgetSentences.logoUrl })
})

test('refuses an empty image and one above 1 MB before the upload', () => {
  expect(checkLogoFile({ size: 0 })).toBe(logoSentences.fileEmpty)
  expect(checkLogoFile({ size: logoLimits.bytes })).toBeNull()
  expect(checkLogoFile({ size: logoLimits.bytes + 1 })).toBe(logoSentences.fileTooLarge)
})

test('undoes adding a field and typing its label separately', () => {
  const history = createUndoHistory(() => 0)
  const fields = (labels: string[]) => ({
    realtime: { preChat: { fields: labels.map((label) => ({ ...newPreChatField, label })) } },
  })
  history.record(config, fields(['Your Name', 'A']))
  history.record(mergePatch(config, fields(['Your Name', 'A'])), fields(['Your Name', 'Ab']))
  history.record(mergePatch(config, fields(['Your Name', 'Ab'])), fields(['Your Name', 'Abc']))
  expect(history.undo()?.patch).toEqual(fields(['Your Name', 'A']))
  expect(history.undo()?.patch).toEqual({ realtime: { preChat: { fields: [newPreChatField] } } })
})

test('saves, undoes and previews a translated greeting', () => {
  const shown = withLocalizedGreetings(
    'de',
    mergePatch(config, { greetings: { translations: { de: { firstVisit: 'Hallo' } } } }),
  )
  expect(shown.greetings).toMatchObject({ firstVisit: 'Hallo', returning: config.greetings.returning })
  const patch = { greetings: { translations: { de: { firstVisit: 'Hallo' } } } }
  expect(getUnsavedChanges(config, patch, {})).toEqual(patch)
  expect(invertPatch(config, patch)).toEqual({ greetings: { translations: { de: { firstVisit: '' } } } })
  const history = createUndoHistory()
  history.record(config, patch)
  expect(history.undo()?.name).toBe('Greetings in other languages')
})

test('a new field is of a kind that the form does not have yet', () => {
  const [first, second, third] = [
    [],
    [newPreChatField],
    [newPreChatField, createPreChatField([newPreChatField])],
  ].map((fields) => createPreChatField(fields).key)
  expect([first, second, third]).toEqual(['name', 'email', 'phone'])
})
