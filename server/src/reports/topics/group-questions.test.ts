import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../test/kit/random.ts'
import { groupQuestions, type TermedQuestion } from './group-questions.ts'

const question = (key: string, terms: string, topicId: string | null = null): TermedQuestion => ({
  key,
  terms: terms.split(' '),
  generalTerms: [],
  topicId,
})

function group(known: TermedQuestion[], added: TermedQuestion[], synonyms: Record<string, string[]> = {}) {
  let count = 0
  return groupQuestions(known, added, {
    listSynonyms: (term) => synonyms[term] ?? [],
    createTopicId: () => `topic ${++count}`,
  })
}

describe('similar questions', () => {
  test('begin a topic together, also with an earlier one', () => {
    const found = group(
      [question('a', 'gift card')],
      [question('b', 'gift card price'), question('c', 'park')],
    )
    expect([...found]).toEqual([
      ['a', 'topic 1'],
      ['b', 'topic 1'],
    ])
  })

  test('join the topic that they resemble most', () => {
    const known = [
      question('a', 'gift card', 'gifts'),
      question('b', 'gift card price', 'gifts'),
      question('c', 'park dog', 'dogs'),
      question('d', 'dog', 'dogs'),
    ]
    expect([...group(known, [question('e', 'dog leash'), question('f', 'card gift wrap')])]).toEqual([
      ['e', 'dogs'],
      ['f', 'gifts'],
    ])
  })

  test('need one common word of two, or a synonym of it', () => {
    expect(group([question('a', 'gift card')], [question('b', 'credit limit')]).size).toBe(0)
    expect(group([question('a', 'gift')], [question('b', 'present')]).size).toBe(0)
    expect(group([question('a', 'gift')], [question('b', 'present')], { present: ['gift'] }).size).toBe(2)
  })

  test('are not similar by general words alone', () => {
    const general = (key: string, term: string): TermedQuestion => ({
      key,
      terms: [term],
      generalTerms: ['day', 'need'],
      topicId: null,
    })
    expect(group([general('a', 'ring')], [general('b', 'sofa')]).size).toBe(0)
  })

  test('without a word have no topic', () => {
    const empty = (key: string): TermedQuestion => ({ key, terms: [], generalTerms: [], topicId: null })
    expect(group([empty('a')], [empty('b')]).size).toBe(0)
  })
})

/** Questions of a year, week by week, with words of one of twelve subjects and some that many share. */
function createWeeks(random: () => number): TermedQuestion[][] {
  return Array.from({ length: 52 }, (_, week) =>
    Array.from({ length: 12 }, (_, place) => {
      const subject = Math.floor(random() * 12)
      const terms = [1, 2, 3].map(() => `subject-${subject}-${Math.floor(random() * 4)}`)
      const shared = [1, 2].map(() => `shared-${Math.floor(random() * 60)}`)
      return question(`${week}-${place}`, [...new Set([...terms, ...shared])].join(' '))
    }),
  )
}

test('no question changes its topic in the course of a year, and a topic stays one subject', () => {
  const weeks = createWeeks(createRandom(1))
  const topics = new Map<string, string>()
  const asked: TermedQuestion[] = []
  let count = 0
  for (const week of weeks) {
    const known = asked.map((one) => ({ ...one, topicId: topics.get(one.key) ?? null }))
    const found = groupQuestions(known, week, {
      listSynonyms: () => [],
      createTopicId: () => `topic ${++count}`,
    })
    for (const [key, topicId] of found) {
      expect(topics.has(key)).toBe(false)
      topics.set(key, topicId)
    }
    asked.push(...week)
  }
  expect(topics.size).toBeGreaterThan(asked.length * 0.9)
  const subjects = new Map<string, Map<string, number>>()
  for (const { key, terms } of asked) {
    const subject = terms[0]?.split('-')[1] ?? ''
    const counts = subjects.get(topics.get(key) ?? '') ?? new Map<string, number>()
    subjects.set(topics.get(key) ?? '', counts.set(subject, (counts.get(subject) ?? 0) + 1))
  }
  const ofLargest = [...subjects.values()].map((counts) => Math.max(...counts.values()))
  expect(ofLargest.reduce((sum, size) => sum + size, 0) / asked.length).toBeGreaterThan(0.9)
})
