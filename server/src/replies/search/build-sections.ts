import type { Passage, SectionChunk } from '../../knowledge/search/search.ts'
import type { Section } from '../types.ts'

/** Merges the found chunks of one section, and adds the rest of its text. Sections are in the order of their best chunk. */
export function buildSections(passages: Passage[], neighbors: SectionChunk[]): Section[] {
  const sections = new Map<string, Section & { positions: number[] }>()
  for (const [rank, passage] of passages.entries()) {
    const run = findRun(passage, neighbors)
    const key = `${passage.itemId} ${run[0]?.position ?? passage.position}`
    const known = sections.get(key) ?? findOverlapping([...sections.values()], passage)
    if (known) {
      if (!known.positions.includes(passage.position)) {
        known.positions.push(passage.position)
        known.body += `\n${passage.body}`
      }
      continue
    }
    const headings = passage.heading ? passage.heading.split(' › ') : []
    const text = run.length > 0 ? joinChunks(run) + readSubsections(run, neighbors) : passage.body
    sections.set(key, { ...passage, headings, text, rank, positions: run.map(({ position }) => position) })
  }
  return [...sections.values()].map(({ positions: _, ...section }) => section)
}

function findOverlapping<Known extends { itemId: string; positions: number[] }>(
  sections: Known[],
  { itemId, position }: Passage,
): Known | undefined {
  return sections.find((section) => section.itemId === itemId && section.positions.includes(position))
}

/** The consecutive chunks with the same headings as the passage. */
function findRun({ itemId, position }: Passage, neighbors: SectionChunk[]): SectionChunk[] {
  const ofItem = neighbors.filter((chunk) => chunk.itemId === itemId)
  const index = ofItem.findIndex((chunk) => chunk.position === position)
  const own = ofItem[index]
  if (!own) return []
  const belongs = (at: number, next: number) => {
    const [one, other] = [ofItem[at], ofItem[next]]
    return (
      one !== undefined &&
      other !== undefined &&
      Math.abs(one.position - other.position) === 1 &&
      one.headings.join('\n') === own.headings.join('\n')
    )
  }
  let [from, to] = [index, index]
  while (belongs(from - 1, from)) from--
  while (belongs(to + 1, to)) to++
  return ofItem.slice(from, to + 1)
}

/** The first characters of a chunk repeat the end of the previous one. */
function joinChunks(chunks: SectionChunk[]): string {
  return chunks.map(({ body, overlap }, index) => (index === 0 ? body : body.slice(overlap))).join('\n')
}

/** What follows below an introduction such as 'There are three versions:' whose list has headings of its own; else ''. */
function readSubsections(run: SectionChunk[], neighbors: SectionChunk[]): string {
  const last = run.at(-1)
  if (!last || !/[:：]\s*$/.test(last.body)) return ''
  const isBelow = ({ itemId, position, headings }: SectionChunk) =>
    itemId === last.itemId &&
    position > last.position &&
    headings.length > last.headings.length &&
    last.headings.every((heading, index) => headings[index] === heading)
  return neighbors
    .filter(isBelow)
    .map(({ headings, body, overlap }) => `\n${headings.at(-1)}\n${body.slice(overlap)}`)
    .join('')
}

const minRepetitions = 3

/** Lines that several of the items contain. */
export function findRepeatedLines(chunks: SectionChunk[]): Set<string> {
  const items = new Map<string, Set<string>>()
  for (const { itemId, body } of chunks) {
    for (const line of body.split('\n').map((one) => one.trim())) {
      if (line === '') continue
      items.set(line, (items.get(line) ?? new Set()).add(itemId))
    }
  }
  return new Set([...items].filter(([, of]) => of.size >= minRepetitions).map(([line]) => line))
}
