import type { Source } from './messages.ts'

/** One source of each page or text: a reply may quote several passages of it. */
export function getDistinctSources(sources: readonly Source[]): Source[] {
  return sources.filter(({ itemId }, index) => sources.findIndex((one) => one.itemId === itemId) === index)
}
