import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkDescription } from './check-description.ts'

const questions = [
  'Do you deliver to Norway?',
  'how much is shipping to oslo, I ordered from Fjell Sport before',
  'Is delivery to Norway possible by 24 December?',
]
const honest = 'Visitors want to know whether you deliver to Norway, and how much shipping costs.'

test('reads a name and a summary without formatting', () => {
  const expected = { name: 'Delivery to Norway', summary: honest }
  for (const output of [
    `delivery to Norway\n${honest}`,
    `**Delivery To Norway**\n\n${honest}\n`,
    `# Name: delivery to Norway.\nSummary: ${honest}`,
    `"delivery to Norway"\n- “${honest}”`,
  ])
    expect(checkDescription(output, questions), output).toEqual(expected)
})

test('capitalizes no other words', () => {
  const name = (line: string) => checkDescription(`${line}\n${honest}`, questions)?.name
  expect(name('Shipping And Delivery')).toBe('Shipping and delivery')
  expect(name('shipping from Fjell Sport')).toBe('Shipping from Fjell Sport')
})

describe('leaves out a summary', () => {
  test.each([
    ['with an invented figure', 'Visitors want to know whether delivery to Norway costs 20 euros.'],
    ['with an invented date', 'Visitors ask for delivery to Norway by 23 December.'],
    ['with an invented name', 'Visitors ask for delivery to Norway and Sweden.'],
    ['about another subject', 'Visitors want to know how long a repair takes.'],
    ['that answers', 'We deliver to Norway.'],
    ['that is too long', `Visitors ask for delivery to Norway${' or delivery to Norway'.repeat(12)}.`],
  ])('%s', (_, summary) => {
    expect(checkDescription(`delivery to Norway\n${summary}`, questions)).toBeNull()
  })

  test('where there are not exactly two lines', () => {
    expect(checkDescription(honest, questions)).toBeNull()
    expect(checkDescription(`delivery to Norway\n${honest}\nIs there more?`, questions)).toBeNull()
    expect(checkDescription('', questions)).toBeNull()
  })
})

test('leaves out a name of which nothing is in the questions', () => {
  for (const name of ['Zalando delivery', 'repairs', 'delivery in 14 days', 'x'.repeat(61)])
    expect(checkDescription(`${name}\n${honest}`, questions), name).toEqual({ name: null, summary: honest })
})

type Line = { questions: string[]; name: string; summary: string; wrong: { name: string; summary: string } }

/** Outputs for groups of `bench/topics`, honest and wrong ones. Those of `unseen` were not read while the rules were made. */
function readLines(set: 'seen' | 'unseen'): Line[] {
  const file = new URL(`../../../test/topic-descriptions/${set}.jsonl`, import.meta.url)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

test.each(['seen', 'unseen'] as const)('shows no invented text and most honest ones: %s', (set) => {
  const lines = readLines(set)
  const shown = lines.filter(({ wrong, ...line }) =>
    checkDescription(`${wrong.name}\n${wrong.summary}`, line.questions),
  )
  expect(shown.map(({ wrong }) => wrong.summary)).toEqual([])
  const shares = lines.map(({ name, summary, ...line }) =>
    checkDescription(`${name}\n${summary}`, line.questions),
  )
  expect(shares.filter(Boolean).length / lines.length).toBeGreaterThan(0.7)
})
