import type { Section } from '../outline.ts'

/** Adds the paragraphs that are not on the page already. */
export function addMissing(page: Section[], sections: Section[]): Section[] {
  const words = wordsOf(page)
  return [...page, ...withoutKnown(sections, () => words)]
}

/**
 * Adds the answers that are not on the page already. An answer is on the page only when it follows its question, because a short one
 * such as "Yes." can be the answer to another question.
 */
export function addMissingAnswers(page: Section[], answers: Section[]): Section[] {
  const words = wordsOf(page)
  return [...page, ...withoutKnown(answers, (answer) => textAfter(words, answer))]
}

function wordsOf(sections: Section[]): string {
  return toWords(sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join(' '))
}

function withoutKnown(sections: Section[], getKnown: (section: Section) => string): Section[] {
  const missing = sections.map((section) => {
    const known = getKnown(section)
    const paragraphs = section.paragraphs.filter((paragraph) => {
      const words = toWords(paragraph)
      return words.trim() && !known.includes(words)
    })
    return { ...section, paragraphs }
  })
  return missing.filter(({ paragraphs }) => paragraphs.length > 0)
}

/** A heading of one word can occur as often as the page has words. */
const maxOccurrences = 10
const maxWordCharacters = 30

/** What follows the occurrences of a question on the page, up to twice the length of its answer and a word such as "Answer". */
function textAfter(page: string, { heading, paragraphs }: Section): string {
  const question = toWords(heading)
  if (!question.trim()) return page
  const maxWords = toWords(paragraphs.join(' ')).trim().split(' ').length * 2 + 1
  const following: string[] = []
  let at = page.indexOf(question)
  for (let count = 0; at !== -1 && count < maxOccurrences; count++) {
    const start = at + question.length
    const words = page.slice(start, start + maxWords * maxWordCharacters).split(' ', maxWords)
    following.push(` ${words.join(' ')} `)
    at = page.indexOf(question, start - 1)
  }
  return following.join('')
}

/** The words of a text in lower case between spaces, so that only whole words are compared. */
function toWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
