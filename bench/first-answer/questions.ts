import { createRandom } from '../../server/test/kit/random.ts'
import type { Page, Section } from './pages.ts'
import { createPick, type Pick } from './pick.ts'
import { missingSubjects, unrelatedWords } from './words.ts'

/**
 * `unnamed` questions do not name the product, so that many pages have an answer. `missing` ones ask a shop about a subject that no
 * page has, and `unrelated` ones have nothing to do with the shop.
 */
type QuestionKind = 'plain' | 'unnamed' | 'misspelled' | 'two questions' | 'missing' | 'unrelated'
export type Question = { kind: QuestionKind; text: string }

const seed = 126
/** In percent. The first four kinds have an answer in a page. */
const shares: Record<QuestionKind, number> = {
  plain: 48,
  unnamed: 8,
  misspelled: 8,
  'two questions': 6,
  missing: 20,
  unrelated: 10,
}

/** Different questions in a mixed order, identical in every run. */
export function createQuestions(pages: Page[], count: number): Question[] {
  const random = createRandom(seed)
  const pick = createPick(random)
  const questions = new Map<string, Question>()
  while (questions.size < count) {
    const kind = pickKind(random() * 100)
    const section = pick(pick(pages).sections)
    const question = { kind, text: `${pick(openings)}${writers[kind](section, pick)}${pick(endings)}` }
    questions.set(question.text, question)
  }
  return [...questions.values()]
}

function pickKind(percent: number): QuestionKind {
  let sum = 0
  for (const [kind, share] of Object.entries(shares)) {
    sum += share
    if (percent < sum) return kind as QuestionKind
  }
  return 'plain'
}

const openings = ['', '', '', 'Hi, ', 'Hello! ', 'Quick question: ', 'Good morning, ']
const endings = ['', '', '', '', ' Thanks!', ' Thank you', ' I could not find it.']

const writers: Record<QuestionKind, (section: Section, pick: Pick) => string> = {
  plain: (section, pick) => ask(section, pick, `of the ${section.name}`),
  unnamed: (section, pick) => ask(section, pick, pick(['', `of my ${section.product}`])),
  misspelled: (section, pick) =>
    ask({ ...section, component: misspell(section.component) }, pick, `of the ${section.name}`),
  'two questions': (section, pick) =>
    `${ask(section, pick, `of the ${section.name}`)} And ${ask({ ...section, fact: 'price' }, pick, `of the ${section.name}`)}`,
  missing: ({ name, product }, pick) => {
    const subject = pick(missingSubjects)
    return pick([
      `do you have ${subject} for the ${name}?`,
      `where can I ask about ${subject}?`,
      `I bought a ${product} and would like to know about ${subject}.`,
      `who is responsible for ${subject}?`,
    ])
  },
  unrelated: (_, pick) =>
    pick([
      `can you recommend a ${pick(unrelatedWords)} near a ${pick(unrelatedWords)}?`,
      `what is the best ${pick(unrelatedWords)} for a ${pick(unrelatedWords)}?`,
      `what is the difference between a ${pick(unrelatedWords)} and a ${pick(unrelatedWords)}?`,
    ]),
}

/** A question that the fact of a section answers. `place` says which component is meant. */
function ask({ component, action, fact }: Section, pick: Pick, place: string): string {
  const it = `the ${component} ${place}`.trim()
  const { infinitive, participle } = action
  const wordings: Record<Section['fact'], string[]> = {
    price: [`what does ${it} cost?`, `how much is a new ${component} ${place}?`, `price of ${it}`],
    duration: [
      `how long does it take to ${infinitive} ${it}?`,
      `how many minutes do I need to ${infinitive} ${it}?`,
    ],
    interval: [`how often must ${it} be ${participle}?`, `how often should I ${infinitive} ${it}?`],
    method: [
      `how do I ${infinitive} ${it}?`,
      `what do I need to ${infinitive} ${it}?`,
      `which tool is right if I want to ${infinitive} ${it}?`,
    ],
    code: [`what is the part number of ${it}?`, `which part number does ${it} have?`],
  }
  return pick(wordings[fact]).replace(/\s+(?=\?|$)/, '')
}

/** The word without one of its inner letters; a short word with two of them exchanged. */
function misspell(word: string): string {
  const middle = Math.floor(word.length / 2)
  return word.length > 5
    ? word.slice(0, middle) + word.slice(middle + 1)
    : `${word.slice(0, middle - 1)}${word[middle]}${word[middle - 1]}${word.slice(middle + 1)}`
}
