import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'

export type StatusFilter = 'all' | 'embedded' | 'pending' | 'failed' | 'disabled'
export type OriginFilter = 'all' | 'manual' | 'url' | 'file' | 'source'

export type ItemFilter = { search: string; status: StatusFilter; origin: OriginFilter }
export const noFilter: ItemFilter = { search: '', status: 'all', origin: 'all' }

/** The items that have all words of the search in their title, text, address or file name. */
export function filterItems(items: KnowledgeItem[], { search, status, origin }: ItemFilter): KnowledgeItem[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => hasStatus(item, status) && hasOrigin(item, origin) && hasWords(item, words))
}

function hasStatus(item: KnowledgeItem, status: StatusFilter): boolean {
  if (status === 'all') return true
  return status === 'disabled' ? !item.isEnabled : item.status === status && item.isEnabled
}

function hasOrigin(item: KnowledgeItem, origin: OriginFilter): boolean {
  if (origin === 'all') return true
  return origin === 'source' ? item.sourceId !== null : item.type === origin && item.sourceId === null
}

function hasWords({ title, rawText, sourceUrl, fileName }: KnowledgeItem, words: string[]): boolean {
  if (words.length === 0) return true
  const text = [title, rawText, sourceUrl, fileName].filter(Boolean).join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}
