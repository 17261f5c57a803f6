import type { AgentProfile } from '@aichat/contracts/ai/agent-profile'
import type { Language } from '@aichat/contracts/kit/languages'
import { describe, expect, test } from 'vitest'
import first from '../../../test/phrases/first.json' with { type: 'json' }
import second from '../../../test/phrases/second.json' with { type: 'json' }
import type { ChatTurn } from '../types.ts'
import { detectIntent } from './detect-intent.ts'
import { answerSmallTalk, asksForPerson, withoutSmallTalk } from './small-talk.ts'

const profile = { agentName: 'Robin', greetingTemplate: '' } as AgentProfile

type Table = Record<string, Record<string, string[]>>

/** What the AI does with a phrase: `person`, `none` (it is a question), or the kind of small talk. */
function read(text: string, language: Language): string {
  if (asksForPerson(text, language)) return 'person'
  if (answerSmallTalk(text, profile, language) === null) return 'none'
  return detectIntent(text, language)?.intent ?? 'emoji'
}

/** Kinds whose replies fit both. */
const same: Record<string, string> = { howAreYou: 'greeting', identity: 'bot' }
const group = (kind: string) => same[kind] ?? kind

describe.each([
  ['short and plain', first as Table],
  ['long, sloppy and rare', second as Table],
])('phrases of visitors, %s', (_, table) => {
  test.each(Object.keys(table))('%s', (code) => {
    const language = code === 'any' ? 'en' : (code as Language)
    const wrong = Object.entries(table[code] ?? {}).flatMap(([kind, texts]) =>
      texts
        .map((text) => ({ text, expected: group(kind), actual: group(read(text, language)) }))
        .filter(({ expected, actual }) => actual !== expected),
    )
    expect(wrong).toEqual([])
  })
})

test('a conversation without small talk has the questions and their answers only', () => {
  const visitor = (text: string): ChatTurn => ({ from: 'visitor', text })
  const agent = (text: string, isQuestion = false): ChatTurn => ({ from: 'agent', text, isQuestion })
  const question = [visitor('Do you ship to Norway?'), agent('Yes, for 9 euros.')]
  const thanks = [visitor('Thanks!'), agent("You're welcome.")]
  const pending = [visitor('ok'), visitor('and how fast?')]
  expect(withoutSmallTalk([visitor('Hi'), agent('Hello!'), ...question, ...thanks, ...pending])).toEqual([
    ...question,
    ...pending,
  ])
  const confirmed = [agent('Do you mean express?', true), visitor('yes'), agent('That takes 2 days.')]
  expect(withoutSmallTalk([...question, ...confirmed, ...pending])).toEqual([
    ...question,
    ...confirmed,
    ...pending,
  ])
})
