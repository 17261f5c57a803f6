import { useMemo } from 'react'
import { useAnswerState, useDraftDifference } from '../../releases/answer-queries.ts'

/** What visitors get instead of the knowledge items that are not live yet, by the item's id. */
export function useLiveNotes(projectId: string): ReadonlyMap<string, string> {
  const { data: state } = useAnswerState(projectId)
  const isNotLive = state !== undefined && state.status !== 'live'
  const { data: difference } = useDraftDifference(projectId, isNotLive)
  return useMemo(() => {
    if (!isNotLive) return new Map()
    const items = (difference?.answers ?? []).filter(({ kind, after }) => kind === 'item' && after !== null)
    return new Map(
      items.map(({ id, before }) => [
        id,
        before === null ? "Visitors don't get this text yet" : 'Visitors get the earlier version',
      ]),
    )
  }, [isNotLive, difference])
}
