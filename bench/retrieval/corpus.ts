import { randomUUID } from 'node:crypto'

export type Question = { text: string; vector: number[] | null }
type Item = {
  id: string
  title: string
  chunks: { heading: string; body: string }[]
  vectors: number[][]
}
type Size = { chunks: number; largest: number; dimensions: number }

const vocabulary = 20_000
const chunksInItem = 40
const clusters = 200
const seed = 20_261_121

/** Texts of words that are as rare as words are (Zipf), and vectors in clusters: the same ones in every run. */
export function createCorpus({ chunks, largest, dimensions }: Size) {
  const random = generator(seed)
  const projects = sizes(chunks, largest).map((size, index) => ({ index, id: randomUUID(), chunks: size }))
  const centres = Array.from({ length: clusters }, () => direction(dimensions, random))
  /** Kept of each project to ask about: a few chunks with their vectors. */
  const asked = new Map<number, { body: string; vector: number[] }[]>()

  function* itemsOf(index: number): Generator<Item> {
    const left = projects[index]?.chunks ?? 0
    const kept: { body: string; vector: number[] }[] = []
    asked.set(index, kept)
    for (let begun = 0; begun < left; begun += chunksInItem) {
      const bodies = Array.from({ length: Math.min(chunksInItem, left - begun) }, () =>
        Array.from({ length: 60 + Math.floor(random() * 60) }, () => wordOf(rank(random))).join(' '),
      )
      const vectors = dimensions === 0 ? [] : bodies.map(() => near(pick(centres, random), 0.6, random))
      for (const [place, body] of bodies.entries()) {
        if (random() < 0.2) kept.push({ body, vector: vectors[place] ?? [] })
      }
      yield {
        id: randomUUID(),
        title: `Page ${begun}`,
        chunks: bodies.map((body) => ({ heading: '', body })),
        vectors,
      }
    }
  }

  return {
    projects,
    itemsOf,
    /** Eight words of a chunk, and a vector near its own. */
    questions(index: number, count: number): Question[] {
      const known = asked.get(index) ?? []
      return Array.from({ length: count }, () => {
        const { body, vector } = pick(known, random)
        const words = body.split(' ')
        return {
          text: Array.from({ length: 8 }, () => pick(words, random)).join(' '),
          vector: dimensions === 0 ? null : near(vector, 0.3, random),
        }
      })
    },
  }
}

/** One large project, and many whose sizes fall like those of companies do. */
function sizes(chunks: number, largest: number): number[] {
  const all = [largest]
  let left = chunks - largest
  for (let place = 2; left > 0; place++) {
    const size = Math.min(left, Math.max(60, Math.floor(largest / place ** 1.5)))
    all.push(size)
    left -= size
  }
  return all
}

/** Words of letters that no stemmer and no list of stop words knows. */
function wordOf(place: number): string {
  const letters = 'bcdfghjklmnpqrtvwxz'
  let rest = place + letters.length ** 2
  let word = ''
  while (rest > 0) {
    word += letters[rest % letters.length]
    rest = Math.floor(rest / letters.length)
  }
  return `q${word}o`
}

function rank(random: () => number): number {
  return Math.floor(vocabulary ** random()) - 1
}

function direction(dimensions: number, random: () => number): number[] {
  return unit(Array.from({ length: dimensions }, () => random() + random() + random() - 1.5))
}

function near(centre: number[], spread: number, random: () => number): number[] {
  const away = direction(centre.length, random)
  return unit(centre.map((value, place) => value + spread * (away[place] ?? 0)))
}

function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => Math.round((value / length) * 1e5) / 1e5)
}

function pick<T>(all: T[], random: () => number): T {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('There is nothing to pick from')
  return one
}

/** Mulberry32: numbers from 0 to 1 that are the same for the same seed. */
function generator(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
