import { randomUUID } from 'node:crypto'

export type Question = { text: string; vector: number[] | null }
type Item = {
  id: string
  title: string
  chunks: { heading: string; body: string }[]
  vectors: number[][]
}
type Size = { chunks: number; largest: number; chunksPerItem: number; dimensions: number }

const vocabulary = 20_000
const clusters = 200
const seed = 20_261_121

/** Texts with word frequencies by Zipf's law and clustered vectors, identical in every run. */
export function createCorpus({ chunks, largest, chunksPerItem, dimensions }: Size) {
  const random = createRandom(seed)
  const projects = sizes(chunks, largest).map((size, index) => ({ index, id: randomUUID(), chunks: size }))
  const centers = Array.from({ length: clusters }, () => direction(dimensions, random))
  /** A few chunks of each project with their vectors, from which questions are made. */
  const sampledChunks = new Map<number, { body: string; vector: number[] }[]>()

  function* itemsOf(index: number): Generator<Item> {
    const left = projects[index]?.chunks ?? 0
    const samples: { body: string; vector: number[] }[] = []
    sampledChunks.set(index, samples)
    for (let start = 0; start < left; start += chunksPerItem) {
      const bodies = Array.from({ length: Math.min(chunksPerItem, left - start) }, () =>
        Array.from({ length: 60 + Math.floor(random() * 60) }, () => wordOf(rank(random))).join(' '),
      )
      const vectors = dimensions === 0 ? [] : bodies.map(() => near(pick(centers, random), 0.6, random))
      for (const [place, body] of bodies.entries()) {
        if (random() < 0.2) samples.push({ body, vector: vectors[place] ?? [] })
      }
      yield {
        id: randomUUID(),
        title: `Page ${start}`,
        chunks: bodies.map((body) => ({ heading: '', body })),
        vectors,
      }
    }
  }

  return {
    projects,
    itemsOf,
    /** Eight words of a chunk, and a vector near the chunk's vector. */
    questions(index: number, count: number): Question[] {
      const known = sampledChunks.get(index) ?? []
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

/** One large project, and many with sizes that fall by a power law. */
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

/** Invented words that no stemmer changes and no list of stop words contains. */
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

function near(center: number[], spread: number, random: () => number): number[] {
  const away = direction(center.length, random)
  return unit(center.map((value, place) => value + spread * (away[place] ?? 0)))
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

/** Mulberry32: pseudorandom numbers from 0 to 1, identical for the same seed. */
function createRandom(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
