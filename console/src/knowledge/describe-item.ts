import { type KnowledgeItem, knowledgeLimits } from '@aichat/contracts/ai/knowledge'
import { formatDay, stripScheme, truncate } from '../kit/format/format.ts'
import { formatCount } from '../kit/format/format-count.ts'

const dayMs = 24 * 60 * 60 * 1000

export type ItemNames = {
  title: string
  /** The start of a written text, if the title does not show it already. */
  preview: string | null
  /** The address or the file name, if the title is another one. */
  origin: string | null
}

/** How an item is named in lists. A text of a single line has no title besides. */
export function describeItem(item: KnowledgeItem): ItemNames {
  if (item.type === 'manual') return describeText(item)
  const origin = item.type === 'url' ? item.sourceUrl && stripScheme(item.sourceUrl) : item.fileName
  const title = item.title === item.sourceUrl ? stripScheme(item.title) : item.title
  return { title, preview: null, origin: origin === title ? null : origin }
}

function describeText({ title, rawText, hasCustomTitle }: KnowledgeItem): ItemNames {
  const [first = '', ...rest] = (rawText ?? '').trim().split('\n')
  if (hasCustomTitle) return { title, preview: toPreview([first, ...rest]), origin: null }
  if (rest.length === 0) return { title: toPreview([first]) || title, preview: null, origin: null }
  return { title, preview: toPreview(rest), origin: null }
}

/** Without the marks of Markdown at the start of lines and around words. */
function toPreview(lines: string[]): string {
  const text = lines
    .map((line) => line.replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+)/, '').replace(/(\*\*|__|`)(.+?)\1/g, '$2'))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  return truncate(text, knowledgeLimits.preview)
}

type UseCount = { count: number; since: string; createdAt: string }

/** "12 uses in 30 days"; with the date where the counted period is shorter. Null for a new item that was not used yet. */
export function describeUses({ count, since, createdAt }: UseCount, now = Date.now()): string | null {
  if (count === 0 && Date.parse(createdAt) > Date.parse(since)) return null
  const isMonth = now - Date.parse(since) > 29 * dayMs
  return `${count === 0 ? 'No uses' : formatCount(count, 'use')} ${isMonth ? 'in 30 days' : `since ${formatDay(since, now)}`}`
}
