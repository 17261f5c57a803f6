import { expect, test } from 'vitest'
import { createSentenceSplitter } from './split-stream.ts'

function split(text: string, size: number): string[] {
  const splitter = createSentenceSplitter()
  const sentences: string[] = []
  for (let at = 0; at < text.length; at += size) sentences.push(...splitter.push(text.slice(at, at + size)))
  return [...sentences, ...splitter.end()]
}

const text =
  'You have 30 days. [1] It costs 4.90 euros, e.g. in Germany [2]. "Really?" Yes!\n1. Open it.\n2. Done [1, 2]. Bye'

test.each([1, 2, 3, 7, 500])(
  'emits whole sentences with their citations for pieces of %i characters',
  (size) => {
    const sentences = split(text, size)
    expect(sentences.join('')).toBe(text)
    expect(sentences.map((sentence) => sentence.trim())).toEqual([
      'You have 30 days. [1]',
      'It costs 4.90 euros, e.g. in Germany [2].',
      '"Really?"',
      'Yes!',
      '1. Open it.',
      '2. Done [1, 2].',
      'Bye',
    ])
  },
)

test('emits no sentence before it is complete', () => {
  const splitter = createSentenceSplitter()
  expect(splitter.push('You have 30 days.')).toEqual([])
  expect(splitter.push(' [')).toEqual([])
  expect(splitter.push('1] ')).toEqual([])
  expect(splitter.push('And')).toEqual(['You have 30 days. [1] '])
})
