import type { Source, SourceRun } from '@aichat/contracts/ai/sources'
import { formatCount } from '../kit/format/format-count.ts'

export function isReading({ lastRun }: Pick<Source, 'lastRun'>): boolean {
  return lastRun?.status === 'running'
}

/** The state of a run in a few words. */
export function describeRun({ status, error, counts, isLimited }: SourceRun): string {
  if (status === 'running')
    return `${counts.found} found · ${counts.read} read · ${counts.failed} failed · ${counts.remaining} remaining`
  if (status === 'failed') return error ?? 'No pages could be read.'
  const changes = [
    counts.new > 0 && `${counts.new} new`,
    counts.changed > 0 && `${counts.changed} changed`,
    counts.missing > 0 && `${counts.missing} missing`,
    counts.removed > 0 && `${counts.removed} removed`,
    counts.failed > 0 && `${counts.failed} failed`,
  ].filter(Boolean)
  const summary = changes.length > 0 ? changes.join(' · ') : 'No changes'
  const stopped =
    status === 'stopped' ? `Stopped with ${formatCount(counts.remaining, 'page')} remaining · ` : ''
  return `${stopped}${summary}${isLimited ? ' · Page limit reached' : ''}`
}
