import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'

const estimatedRowHeight = 64
const overscanRows = 10
/** A shorter list is part of the page; a longer one has a scroller of its own and renders only the rows near the visible ones. */
const maxPlainRows = 60

type Props = { items: KnowledgeItem[]; renderRow: (item: KnowledgeItem) => ReactNode }

export function KnowledgeRows({ items, renderRow }: Props) {
  if (items.length > maxPlainRows) return <VirtualRows items={items} renderRow={renderRow} />
  return (
    <ul aria-label="Knowledge" className="mt-2 divide-y divide-line">
      {items.map((item) => (
        <li key={item.id}>{renderRow(item)}</li>
      ))}
    </ul>
  )
}

function VirtualRows({ items, renderRow }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: overscanRows,
  })
  return (
    <div ref={scroller} className="mt-2 h-[min(70dvh,720px)] overflow-y-auto border-y">
      <ul aria-label="Knowledge" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index]
          if (!item) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-b pe-2"
              style={{ transform: `translateY(${start}px)` }}
            >
              {renderRow(item)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
