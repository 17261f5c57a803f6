import { createRandom } from './random.ts'

const maxCharacters = 4000
const words =
  'how can return item days delivery shipping order broken refund money back human person want talk much does cost tent'

type Random = ReturnType<typeof createRandom>

/** Texts that are expensive to process: long words, repetitions, whitespace, punctuation, links, unusual characters. */
export function createQuestions(seed: number, count: number): string[] {
  const random = createRandom(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(kinds)(random))
    return (
      parts
        .join(pick(['', ' ', '\n', ', ']))
        .slice(0, maxCharacters)
        .trim() || 'hi'
    )
  })
}

const kinds: ((random: Random) => string)[] = [
  // Random words, which occur in no text.
  (random) => letters(random, 20 + Math.floor(random() * 4000)),
  (random) => repeatPart(random, () => letters(random, 4 + Math.floor(random() * 60)), ' '),
  // Repeated letters.
  (random) => choose(random, ['a', 'é', 'ß', 'ab', 'aé', '1', '1.', 'a.', 'a-', "a'"]).repeat(size(random)),
  // Words of a real question, up to hundreds.
  (random) => repeatPart(random, () => choose(random, words.split(' ')), ' '),
  (random) => `${choose(random, words.split(' '))} `.repeat(size(random, 400)),
  // Unterminated numbers, links and addresses.
  (random) =>
    choose(random, ['5 ', '5 - ', '1,000 ', '€ ', 'a@', 'a@a.', 'www.', 'https://a', 'a.a/']).repeat(
      size(random),
    ),
  (random) => `http://a${'!'.repeat(size(random))}b`,
  (random) => `${letters(random, size(random))} ${Math.floor(random() * 100)}`,
  // Whitespace and punctuation.
  (random) =>
    `a${choose(random, [' ', '\t', '\n', '\r', '\u00a0', ', ', ' ,'])}`
      .padEnd(size(random), choose(random, [' ', '\n', '\t', ',', ' ,']))
      .concat('b'),
  (random) =>
    choose(random, ['!', '?', '.', ',', '…', '-', "'", '"', '|', '[', '[1]', '(', '*', '`']).repeat(
      size(random),
    ),
  // Characters that expand under normalization, or that have several code units.
  (random) =>
    choose(random, ['ﷺ', 'ﬃ', '㌫', 'ö̈̈', '👩‍👩‍👧‍👦', 'İ', '\u0301', '漢字', 'ไทย']).repeat(size(random)),
  (random) =>
    String.fromCodePoint(
      ...Array.from({ length: size(random, 600) }, () => 33 + Math.floor(random() * 55_000)),
    ),
]

function size(random: Random, max = maxCharacters): number {
  return 1 + Math.floor(random() * max)
}

function choose<T>(random: Random, all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] as T
}

function letters(random: Random, length: number): string {
  return String.fromCharCode(...Array.from({ length }, () => 97 + Math.floor(random() * 26)))
}

function repeatPart(random: Random, part: () => string, separator: string): string {
  return Array.from({ length: size(random, 200) }, part).join(separator)
}
