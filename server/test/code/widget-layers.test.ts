import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findLayerViolations } from './layers.ts'

const layers = [
  'kit',
  'connection',
  'chat',
  'composer',
  'forms',
  'messages',
  'panel',
  'chime.ts',
  'host.ts',
  'Frame.tsx',
  'run-frame.tsx',
  'run-preview.tsx',
  'conversation-bundle.tsx',
  'preview-bundle.tsx',
  'main.tsx',
]
const folder = path.resolve(import.meta.dirname, '../../../widget/app')

describe('the layers of the chat', () => {
  test('list every folder and module', () => {
    const names = readdirSync(folder).filter(
      (name) => name.endsWith('.ts') || name.endsWith('.tsx') || !name.includes('.'),
    )
    expect(names.toSorted()).toEqual([...layers, 'languages', 'styles'].toSorted())
  })

  test('are respected by every import', () => {
    expect(findLayerViolations(folder, layers)).toEqual([])
  })
})
