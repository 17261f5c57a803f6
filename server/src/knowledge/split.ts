import type { Readable } from './read-page.ts'

/** A piece of an item that is found and quoted as a whole. */
export type Chunk = { heading: string; body: string }

const idealCharacters = 700
const mostCharacters = 1200

/** Paragraphs of one heading are kept together up to about 700 characters; a longer one is cut between sentences. */
export function splitIntoChunks({ sections }: Readable): Chunk[] {
  return sections.flatMap(({ heading, paragraphs }) => {
    const chunks: Chunk[] = []
    let body = ''
    for (const piece of paragraphs.flatMap(cutLong)) {
      if (body && body.length + piece.length > idealCharacters) {
        chunks.push({ heading, body })
        body = ''
      }
      body = body ? `${body}\n${piece}` : piece
    }
    if (body) chunks.push({ heading, body })
    return chunks
  })
}

function cutLong(paragraph: string): string[] {
  if (paragraph.length <= mostCharacters) return [paragraph]
  const pieces: string[] = []
  let piece = ''
  for (const sentence of sentencesOf(paragraph).flatMap(cutEndless)) {
    if (piece && piece.length + sentence.length > idealCharacters) {
      pieces.push(piece)
      piece = ''
    }
    piece = piece ? `${piece} ${sentence}` : sentence
  }
  if (piece) pieces.push(piece)
  return pieces
}

function cutEndless(sentence: string): string[] {
  return sentence.match(new RegExp(`[\\s\\S]{1,${mostCharacters}}`, 'gu')) ?? []
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a text, trimmed; a line break always ends one. */
export function sentencesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => joinAbbreviations(line).filter(Boolean))
}

/** The segmenter ends a sentence after 'No.' or 'e.g.'; what follows such a word belongs to it. */
function joinAbbreviations(line: string): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(line)) {
    const previous = sentences.at(-1)
    if (
      previous &&
      /\b(?:e\.g|i\.e|no|approx|incl|etc|vs|mr|mrs|ms|dr|st|inc|ltd|co|max|min)\.$/i.test(previous)
    ) {
      sentences[sentences.length - 1] = `${previous} ${segment.trim()}`
    } else sentences.push(segment.trim())
  }
  return sentences
}
