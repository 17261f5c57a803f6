import type { Answered } from './answer.ts'
import type { Found, FoundPassage } from './find-passages.ts'

/** The model's name in an answer that no model wrote. */
export const builtIn = 'built-in'

/** Less than this share of the question's weight found in a passage, and the passage is about something else. */
const enoughCovered = 0.55
const mostCharacters = 420

type Scored = { passage: FoundPassage; covered: number; sentences: number[] }

/** Answers with the sentences of the knowledge themselves, never with words of its own; null when none fits. */
export function quoteAnswer(found: Found): Answered | null {
  const best = found.passages
    .map((passage) => score(passage, found.weights))
    .sort((a, b) => b.covered - a.covered)[0]
  if (!best || best.covered < enoughCovered) return null
  const { passage } = best
  const text = best.sentences.map((index) => passage.sentences[index]?.text).join(' ')
  return {
    text,
    sources: [{ itemId: passage.itemId, title: passage.title, url: passage.url, quote: text }],
    model: builtIn,
  }
}

function score(passage: FoundPassage, weights: Map<string, number>): Scored {
  const total = sum(weights.values())
  const worth = passage.sentences.map((sentence) =>
    sum([...weights].map(([word, weight]) => (sentence.words.has(word) ? weight : 0))),
  )
  const best = Math.max(...worth)
  const first = worth.indexOf(best)
  // Several sentences that fit alike are parts of one answer.
  const isShared = worth.filter((value) => value === best).length > 1
  const sentences = (isShared && wholeIfShort(passage)) || extend(passage, first, worth)
  const held = new Set(sentences.flatMap((index) => [...(passage.sentences[index]?.words ?? [])]))
  const covered = sum(
    [...weights].map(([word, weight]) =>
      held.has(word) ? weight : passage.above.has(word) ? weight * 0.8 : 0,
    ),
  )
  // Nothing of the question in the sentence itself: its heading alone is no answer, unless the heading asks it all.
  const isBare = (worth[first] ?? 0) === 0
  return { passage, covered: total === 0 ? 0 : (covered / total) * (isBare ? 0.75 : 1), sentences }
}

function wholeIfShort({ sentences }: FoundPassage): number[] | null {
  const length = sum(sentences.map((sentence) => sentence.text.length))
  return length <= mostCharacters ? sentences.map((_, index) => index) : null
}

/** The best sentence, with what follows it in the same passage while there is room: answers seldom end at a full stop. */
function extend(passage: FoundPassage, first: number, worth: number[]): number[] {
  if (first < 0) return []
  const chosen = [first]
  let length = passage.sentences[first]?.text.length ?? 0
  for (let index = first + 1; index < passage.sentences.length && chosen.length < 3; index++) {
    const next = passage.sentences[index]
    if (!next || length + next.text.length > mostCharacters) break
    if ((worth[index] ?? 0) === 0 && chosen.length > 1) break
    chosen.push(index)
    length += next.text.length
  }
  return chosen
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
