import { type KnowledgeItem, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { textLink } from '../ui/text-link.ts'
import { BulkBar } from './BulkBar.tsx'
import { describeUses } from './describe-item.ts'
import { filterItems, noFilter } from './filter-items.ts'
import { KnowledgeFilters } from './KnowledgeFilters.tsx'
import { KnowledgeRow } from './KnowledgeRow.tsx'
import { KnowledgeRows } from './KnowledgeRows.tsx'
import { useRemoveKnowledge } from './queries.ts'
import { useUsageCounts } from './review-queries.ts'

const ItemDrawer = lazyOverlay(() => import('./ItemDrawer.tsx').then((file) => file.ItemDrawer))

/** A list of this length is read at a glance. */
const maxItemsWithoutFilters = 5

const itemParameter = 'item'

type Props = {
  projectId: string
  items: KnowledgeItem[]
  liveNotes: ReadonlyMap<string, string>
  isEmbeddingAll: boolean
}

/** The items with search, filters and bulk actions. */
export function KnowledgeItems({ projectId, items, liveNotes, isEmbeddingAll }: Props) {
  const remove = useRemoveKnowledge(projectId)
  const describeUsage = useUsageDescription(projectId)
  const [filter, setFilter] = useState(noFilter)
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const { openId, setOpenId } = useOpenItem()
  const [itemToRemove, setItemToRemove] = useState<string | null>(null)
  const search = useDeferredValue(filter)
  const shown = useMemo(() => filterItems(items, search), [items, search])
  const openItem = items.find(({ id }) => id === openId)

  function confirmRemove() {
    if (itemToRemove) remove.mutate(itemToRemove)
    setItemToRemove(null)
  }

  return (
    <>
      {(items.length > maxItemsWithoutFilters || filter !== noFilter) && (
        <KnowledgeFilters filter={filter} onChange={setFilter} onSelect={() => setSelected(new Set())} />
      )}
      {selected && (
        <BulkBar
          projectId={projectId}
          shown={shown}
          selected={selected}
          onSelect={setSelected}
          onDone={() => setSelected(null)}
        />
      )}
      {shown.length === 0 && <NoMatch onClear={() => setFilter(noFilter)} />}
      <KnowledgeRows
        items={shown}
        renderRow={(item) => (
          <KnowledgeRow
            projectId={projectId}
            item={item}
            liveNote={liveNotes.get(item.id)}
            uses={describeUsage(item)}
            isEmbeddingAll={isEmbeddingAll && item.status === 'pending'}
            hasRemoveFailed={remove.isError && remove.variables === item.id}
            isSelected={selected?.has(item.id) ?? null}
            onSelect={(isSelected) => setSelected(withId(selected, item.id, isSelected))}
            onOpen={() => setOpenId(item.id)}
            onRemove={() => setItemToRemove(item.id)}
            onRetryRemove={() => remove.mutate(item.id)}
          />
        )}
      />
      {openItem && (
        <ItemDrawer
          key={openItem.id}
          projectId={projectId}
          item={openItem}
          liveNote={liveNotes.get(openItem.id)}
          onClose={() => setOpenId(null)}
        />
      )}
      <AlertDialog
        title="Remove knowledge item"
        question={knowledgeSentences.confirmRemove}
        detail="Your AI assistant stops answering from it at once. The text stays in the release history, and restoring a release can bring it back."
        confirmLabel="Remove"
        isOpen={itemToRemove !== null}
        onCancel={() => setItemToRemove(null)}
        onConfirm={confirmRemove}
      />
    </>
  )
}

/** Describes how often an item was used; null while that is loading. */
function useUsageDescription(projectId: string) {
  const { data: uses } = useUsageCounts(projectId)
  return ({ id, createdAt }: KnowledgeItem) =>
    uses ? describeUses({ count: uses.counts.get(id) ?? 0, since: uses.since, createdAt }) : null
}

/** The item of a link to it, or the one that was opened from the list. */
function useOpenItem() {
  const [query, setQuery] = useSearchParams()
  const [chosenId, setChosenId] = useState<string | null>(null)
  function setOpenId(id: string | null) {
    setChosenId(id)
    if (!query.has(itemParameter)) return
    query.delete(itemParameter)
    setQuery(query, { replace: true })
  }
  return { openId: chosenId ?? query.get(itemParameter), setOpenId }
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <p className="py-6 text-center text-ink-2">
      No items match.{' '}
      <button type="button" className={textLink} onClick={onClear}>
        Clear filters
      </button>
    </p>
  )
}

function withId(ids: ReadonlySet<string> | null, id: string, isIncluded: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (isIncluded) next.add(id)
  else next.delete(id)
  return next
}
