import { expect, test } from 'vitest'
import { defaultWidget, formerOfflineGreeting, isCustomized } from './widget-defaults.ts'

test('a widget is customized by an edit of its look, not by what Customize sets on its first load', () => {
  const config = defaultWidget('Shop')
  config.template = { key: 'minimal', version: '1.0.0' }
  config.realtime.preChat.mode = 'on_start'
  config.agent.autoReply = true
  // The database returns fields by the length of their names.
  config.brand = Object.fromEntries(Object.entries(config.brand).toReversed()) as typeof config.brand
  expect(isCustomized(config, 'Shop')).toBe(false)
  config.greetings.offline = formerOfflineGreeting
  expect(isCustomized(config, 'Shop')).toBe(false)
  config.brand.primaryColor = '#b02a37'
  expect(isCustomized(config, 'Shop')).toBe(true)
  expect(
    isCustomized(
      { ...defaultWidget('Shop'), greetings: { ...defaultWidget('Shop').greetings, offline: 'Gone' } },
      'Shop',
    ),
  ).toBe(true)
})

test('a field that was filled and cleared again is no edit, in whatever order the fields are', () => {
  const config = defaultWidget('Shop')
  Object.assign(config.brand, { team: [], privacyUrl: '' })
  Object.assign(config.greetings, {
    headline: '',
    suggestions: [''],
    translations: { de: { firstVisit: '' } },
  })
  expect(isCustomized(config, 'Shop')).toBe(false)
  config.greetings.translations = { de: { firstVisit: 'Hallo' } }
  expect(isCustomized(config, 'Shop')).toBe(true)
})
