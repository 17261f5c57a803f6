import { expect, test } from 'vitest'
import { clusterQuestions } from './cluster-questions.ts'

const toGroups = (texts: [text: string, stems: string][]) =>
  clusterQuestions(texts.map(([text, stems]) => ({ text, stems: stems.split(' ') }))).map((group) =>
    group.map(({ text }) => text),
  )

test('questions that differ in small words, an ending or a typo are one', () => {
  expect(
    toGroups([
      ['how do i cancel my plan', 'cancel plan'],
      ['can i cancel the plan', 'cancel plan'],
      ['do you sell gift cards', 'sell gift card'],
      ['do you sell gift crads', 'sell gift crad'],
    ]),
  ).toEqual([
    ['how do i cancel my plan', 'can i cancel the plan'],
    ['do you sell gift cards', 'do you sell gift crads'],
  ])
})

test('questions about different things are not', () => {
  expect(
    toGroups([
      ['do you ship to norway', 'ship norway'],
      ['do you ship to sweden', 'ship sweden'],
      ['do you ship on sundays', 'ship sunday'],
    ]),
  ).toHaveLength(3)
})
