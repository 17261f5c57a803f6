import type { Faq } from '@aichat/contracts/ai/faq'
import { expect, test } from 'vitest'
import { applyOrder, moveId, renumber, sortByOrder } from './order.ts'

const noHidden = new Set<string>()

function faq(id: string, order: number): Faq {
  return { id, question: `Question ${id}`, answer: `Answer ${id}`, order }
}

test('moves an id one step up or down', () => {
  expect(moveId(['a', 'b', 'c'], noHidden, 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moveId(['a', 'b', 'c'], noHidden, 'a', 1)).toEqual(['b', 'a', 'c'])
})

test('ignores a move past either end and an unknown id', () => {
  expect(moveId(['a', 'b'], noHidden, 'a', -1)).toEqual(['a', 'b'])
  expect(moveId(['a', 'b'], noHidden, 'b', 1)).toEqual(['a', 'b'])
  expect(moveId(['a', 'b'], noHidden, 'x', 1)).toEqual(['a', 'b'])
})

test('skips hidden ids and keeps every id once', () => {
  const hidden = new Set(['b'])
  expect(moveId(['a', 'b', 'c'], hidden, 'c', -1)).toEqual(['c', 'a', 'b'])
  expect(moveId(['a', 'b', 'c'], hidden, 'a', 1)).toEqual(['b', 'c', 'a'])
})

test('renumbers from 1', () => {
  const faqs = [faq('a', 1), faq('b', 2), faq('c', 3)]
  expect(applyOrder(faqs, ['c', 'a', 'b']).map(({ id, order }) => [id, order])).toEqual([
    ['c', 1],
    ['a', 2],
    ['b', 3],
  ])
})

test('keeps ids without a position at the end', () => {
  const faqs = [faq('a', 1), faq('b', 2), faq('new', 3)]
  expect(applyOrder(faqs, ['b', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'new'])
})

test('sorts by order and renumbers without gaps', () => {
  const faqs = [faq('b', 7), faq('a', 2)]
  expect(sortByOrder(faqs).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(renumber(sortByOrder(faqs)).map(({ order }) => order)).toEqual([1, 2])
})
