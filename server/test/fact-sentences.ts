import { readFileSync } from 'node:fs'

export type FactSentence = { passages: string; sentence: string; isHonest: boolean }

/**
 * Sentences and the passages that they are checked against. Lines that start with P are passages of the following sentences, +
 * is a sentence that they support, - is one that they do not, and V is a claim of the visitor, which supports nothing.
 */
export function readFactSentences(name: 'seen' | 'unseen'): FactSentence[] {
  const text = readFileSync(new URL(`./fact-sentences/${name}.txt`, import.meta.url), 'utf8')
  return text.split(/\n{2,}/).flatMap((block) => {
    const lines = block.split('\n').map((line) => ({ kind: line[0], text: line.slice(2) }))
    const passages = lines.flatMap((line) => (line.kind === 'P' ? [line.text] : [])).join('\n')
    return lines
      .filter(({ kind }) => kind === '+' || kind === '-')
      .map(({ kind, text }) => ({ passages, sentence: text, isHonest: kind === '+' }))
  })
}
