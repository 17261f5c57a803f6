import { describe, expect, test } from 'vitest'
import { findCopiedText } from './find-copied-text.ts'

const care =
  'Rinse the filter under warm water once it looks gray, let it dry in the air for a night and put it back with the arrow ' +
  'pointing up. Never use soap, because its rest clogs the fibers and makes the motor run hot after a few hours of work.'
const filler = (topic: string) =>
  Array.from({ length: 60 }, (_, index) => `${topic} sentence ${index} says something else.`).join(' ')
const createItem = (id: string, ...lines: string[]) => ({
  id,
  title: id,
  writtenAt: null,
  error: null,
  sections: [{ headings: [id], text: lines.join('\n') }],
})
const listPairs = (...items: ReturnType<typeof createItem>[]) =>
  findCopiedText(items).map((pair) => pair.map(({ itemId, quote }) => [itemId, quote]))

describe('a paragraph', () => {
  test('that two long pages share is found with its line in each', () => {
    const edited = care.replace('once it looks gray', 'when it turns gray')
    expect(
      listPairs(createItem('a', filler('One'), care), createItem('b', edited, filler('Another'))),
    ).toEqual([
      [
        ['a', care],
        ['b', edited],
      ],
    ])
  })

  test('that most pages share is boilerplate', () => {
    const items = ['a', 'b', 'c', 'd', 'e'].map((id) => createItem(id, filler(id), care))
    expect(listPairs(...items)).toEqual([])
  })

  test('with another figure or country says something else', () => {
    const [one, other] = [care.replace('a night', '8 hours'), care.replace('a night', '12 hours')]
    expect(listPairs(createItem('a', one), createItem('b', other))).toEqual([])
    const [german, french] = [
      care.replace('water', 'water in Germany'),
      care.replace('water', 'water in France'),
    ]
    expect(listPairs(createItem('a', german), createItem('b', french))).toEqual([])
  })
})

test('a few sentences are a copy where they are most of an item', () => {
  const short =
    'Ask at the desk for a day band; bring it back before closing time, or it is blocked by the system.'
  expect(
    listPairs(createItem('page', filler('Desk'), short), createItem('entry', `Sure. ${short}`)),
  ).toHaveLength(1)
  expect(
    listPairs(createItem('page', filler('Desk'), short), createItem('long', filler('Door'), short)),
  ).toEqual([])
})
