import type { SourcePage } from '@aichat/contracts/ai/sources'
import { expect, test } from 'vitest'
import { buildPageTree, type TreeNode } from './page-tree.ts'

function page(url: string, isUsed = false): SourcePage {
  return {
    id: url,
    url,
    title: url,
    characters: 1,
    language: null,
    excerpt: '',
    itemId: isUsed ? 'item' : null,
    itemStatus: null,
    itemError: null,
    isIgnored: false,
    missingCount: 0,
    foundAt: '',
    readAt: '',
  }
}

const describeNode = ({ name, page, children }: TreeNode): unknown =>
  children.length > 0 ? [page ? `${name}*` : name, ...children.map(describeNode)] : name

test('pages are arranged by the folders of their addresses', () => {
  const pages = [
    'https://acme.com/help',
    'https://acme.com/help/a%20b',
    'https://acme.com/help/shoes/sizes?unit=cm',
    'https://acme.com/help/shoes/care',
  ]
  const tree = buildPageTree([...pages.map((url) => page(url)), page('https://acme.com/help/used', true)])
  expect(tree.map(describeNode)).toEqual([
    ['acme.com/help*', 'a b', ['shoes', 'sizes?unit=cm', 'care'], 'used'],
  ])
  expect(tree[0]).toMatchObject({ pageCount: 5, newIds: pages })
})

test('documents of an archive are arranged by their folders', () => {
  expect(buildPageTree([page('docs/a.md'), page('docs/b/c.md'), page('d.md')]).map(describeNode)).toEqual([
    ['docs', 'a.md', ['b', 'c.md']],
    'd.md',
  ])
})
