import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findLayerViolations, listFiles } from './layers.ts'

const layers = [
  'kit',
  'ops',
  'audit',
  'companies',
  'usage',
  'company-models',
  'users',
  'auth',
  'api-keys',
  'prompts',
  'templates',
  'projects',
  'hours',
  'files',
  'widget',
  'installation',
  'identity',
  'agent-profile',
  'knowledge',
  'sources',
  'faq',
  'releases',
  'replies',
  'findings',
  'messages',
  'sessions',
  'labels',
  'saved-replies',
  'staff-channel',
  'reports',
  'auto-reply',
  'writing-assistant',
  'summaries',
  'answer-tests',
  'replays',
  'test-chat',
  'ai-model',
  'notes',
  'notifications',
  'webhooks',
  'visitors',
  'email',
  'erasure',
]
/** The folders and files of `replies`, in dependency order. */
const replyLayers = [
  'language',
  'facts',
  'types.ts',
  'question',
  'small-talk',
  'search',
  'quote',
  'model',
  'rewrite.ts',
  'answer-context.ts',
  'build-reply.ts',
  'steps.ts',
  'reply-with-model.ts',
  'answer.ts',
]
const vocabulary = ['routes', 'socket', 'store', 'guard']
const source = path.resolve(import.meta.dirname, '../../src')

describe('the layers of the server', () => {
  test('list every slice', () => {
    const folders = readdirSync(source).filter((name) => statSync(path.join(source, name)).isDirectory())
    expect(folders.toSorted(), 'List each slice above, in dependency order').toEqual(layers.toSorted())
  })

  test('are respected by every import', () => {
    expect(findLayerViolations(source, layers, ['app.ts'])).toEqual([])
  })

  test('in replies are respected too, and list every file and folder', () => {
    const root = path.join(source, 'replies')
    const names = readdirSync(root).filter((name) => !name.endsWith('.test.ts'))
    expect(names.toSorted()).toEqual(replyLayers.toSorted())
    expect(findLayerViolations(root, replyLayers)).toEqual([])
  })

  test('kit imports nothing from a slice', () => {
    const outside = listFiles(path.join(source, 'kit')).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)]
        .map((match) => path.relative(source, path.resolve(path.dirname(file), match[1] as string)))
        .filter((target) => !target.startsWith(`kit${path.sep}`))
        .map((target) => `${path.relative(source, file)} → ${target}`),
    )
    expect(outside).toEqual([])
  })

  test('a slice asks for the parts of the app that it needs', () => {
    const files = layers.flatMap((name) => listFiles(path.join(source, name)))
    const whole = files.filter((file) => /[:|&] ?App\b(?!\[)/.test(readFileSync(file, 'utf8')))
    expect(whole.map((file) => path.relative(source, file))).toEqual([])
  })

  test('SQL is in stores, and in the few modules that lock or read a single row', () => {
    const withSql = listFiles(source)
      .filter((file) => /\bsql(?:<[^`]*>)?`/.test(readFileSync(file, 'utf8')))
      .map((file) => path.relative(source, file))
      .filter(
        (file) => !vocabulary.some((word) => file.endsWith(`/${word}.ts`)) && !file.endsWith('-store.ts'),
      )
    expect(withSql.toSorted()).toEqual([
      'auth/sign-ins.ts',
      'kit/db/db.ts',
      'knowledge/index/index-chunks.ts',
      'knowledge/search/search.ts',
    ])
  })
})
