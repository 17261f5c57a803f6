import { expect, test } from 'vitest'
import { buildSections } from './build-sections.ts'

const chunk = (position: number, headings: string[], body: string) => ({
  itemId: 'page',
  position,
  headings,
  body,
  overlap: 0,
})

test('an introduction is followed by the sections below it, which are its list', () => {
  const neighbors = [
    chunk(0, ['Versions'], 'There are two versions:'),
    chunk(1, ['Versions', 'Version 4'], 'The current one.'),
    chunk(2, ['Versions', 'Version 3'], 'The old one.'),
    chunk(3, ['Support'], 'Write to us.'),
  ]
  const hit = { title: 'Versions', url: null, scores: { words: 1, meaning: null, fused: 1 } }
  const found = neighbors.map((one) => ({ ...one, ...hit, heading: one.headings.join(' › ') }))
  const [introduction, , , support] = buildSections(found, neighbors)
  expect(introduction?.text).toBe(
    'There are two versions:\nVersion 4\nThe current one.\nVersion 3\nThe old one.',
  )
  expect(support?.text).toBe('Write to us.')
})
