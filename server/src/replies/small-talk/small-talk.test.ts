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

test('small talk is answered in its language, and in the preferred one where several have the phrase', () => {
  const languageOf = (text: string, preferred: Language) =>
    answerSmallTalk(text, profile, preferred)?.language
  expect(languageOf('Danke schön', 'en')).toBe('de')
  expect(languageOf('Gracias', 'en')).toBe('es')
  expect(languageOf('Merci', 'en')).toBe('en')
  expect(languageOf('Merci', 'fr')).toBe('fr')
  expect(languageOf('Merci', 'de')).toBe('de')
  expect(languageOf('👍', 'nl')).toBe('nl')
})

test('good news beside thanks is small talk', () => {
  const thanked: Partial<Record<Language, string[]>> = {
    en: [
      'Thanks, got my parcel today!',
      'It arrived this morning, thank you so much',
      'thx, the refund has arrived',
    ],
    de: ['Danke, mein Paket ist heute angekommen!', 'Hat geklappt, vielen Dank', 'Paket ist da, danke'],
    fr: ["Merci, j'ai bien reçu mon colis !", 'Ça marche maintenant, merci beaucoup'],
    es: ['Gracias, ya recibí mi pedido', 'Ya funciona, muchas gracias'],
    it: ['Grazie, ho ricevuto il mio pacco', 'Ora funziona, grazie mille'],
    nl: ['Bedankt, mijn pakket is binnen', 'Het werkt nu, dank je wel'],
    pl: ['Dziękuję, paczka dotarła', 'Już działa, dzięki'],
    pt: ['Obrigada, já recebi meu pedido', 'Deu certo, obrigado'],
    ar: ['شكرا، وصل الطرد', 'تم الحل، شكرا لكم'],
    he: ['תודה, קיבלתי את החבילה', 'זה עובד, תודה רבה'],
  }
  const readAll = (texts: string[], code: string) => texts.map((text) => [text, read(text, code as Language)])
  for (const [code, texts] of Object.entries(thanked))
    expect(readAll(texts, code)).toEqual(texts.map((text) => [text, 'thanks']))
  const others = [
    'Thanks, got my parcel but it is damaged',
    'Thanks, got the wrong parcel',
    'Thanks, it arrived broken',
    'Thanks, my order has not arrived',
    'Thanks, got my parcel. Can I return it?',
    'Got my parcel',
    'Does it work?',
    'Danke, mein Paket ist kaputt angekommen',
    'Danke, das Paket ist nicht angekommen',
    'Merci, mon colis est arrivé cassé',
  ]
  expect(readAll(others, 'en')).toEqual(others.map((text) => [text, 'none']))
})
