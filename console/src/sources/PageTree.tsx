import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCount } from '../kit/format/format-count.ts'
import { PageNote } from './PageNote.tsx'
import type { TreeNode } from './page-tree.ts'

type Props = {
  nodes: readonly TreeNode[]
  chosen: ReadonlySet<string>
  onChange: (ids: readonly string[], isChosen: boolean) => void
  /** Whether folders are open at first. */
  isExpanded: boolean
  level?: number
}

/** Pages in the folders of their addresses, with a checkbox for each page and folder. */
export function PageTree({ nodes, level = 0, ...props }: Props) {
  return (
    <ul
      aria-label={level === 0 ? 'Pages' : undefined}
      className={clsx(level > 0 && 'ms-3 border-s ps-2 sm:ms-4')}
    >
      {nodes.map((node) => (
        <Node key={node.path} node={node} level={level} {...props} />
      ))}
    </ul>
  )
}

type NodeProps = Omit<Props, 'nodes'> & { node: TreeNode; level: number }

function Node({ node, chosen, onChange, isExpanded, level }: NodeProps) {
  const { page, children, newIds } = node
  const id = useId()
  const isFolder = children.length > 0
  const [isOpen, setOpen] = useState(isFolder && (isExpanded || level === 0))
  const chosenCount = newIds.filter((one) => chosen.has(one)).length
  const title = page ? page.title : node.name
  return (
    <li>
      <div className="flex min-h-9 items-start gap-1.5 rounded-control py-1 hover:bg-hover touch:min-h-11">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          aria-label={isFolder ? `Folder ${node.name}` : `What was read from ${title}`}
          onClick={() => setOpen(!isOpen)}
          className="flex size-7 shrink-0 cursor-pointer items-center justify-center rounded-control text-muted touch:size-11"
        >
          <ChevronRight
            aria-hidden
            size={16}
            className={clsx('transition-transform', isOpen ? 'rotate-90' : 'rtl:rotate-180')}
          />
        </button>
        <input
          type="checkbox"
          aria-label={isFolder ? `All new pages in ${node.name}` : title}
          disabled={newIds.length === 0}
          checked={newIds.length === 0 ? page?.itemId != null : chosenCount === newIds.length}
          ref={(box) => {
            if (box) box.indeterminate = chosenCount > 0 && chosenCount < newIds.length
          }}
          onChange={(event) => onChange(newIds, event.target.checked)}
          className="mt-1.5 size-4 shrink-0 accent-accent"
        />
        <div className="min-w-0 flex-1 py-1">
          <p dir="auto" className="wrap-anywhere">
            {isFolder && <span className="font-strong">{node.name} </span>}
            {isFolder && <span className="text-muted">{formatCount(node.pageCount, 'page')}</span>}
            {!isFolder && title}
          </p>
          {!isFolder && page && <PageNote page={page} name={node.name} />}
        </div>
      </div>
      {isOpen && (
        <div id={`${id}-content`}>
          {isFolder && page && (
            <PageTree
              nodes={[
                { ...node, path: `${node.path} page`, children: [], newIds: page.itemId ? [] : [page.id] },
              ]}
              {...{ chosen, onChange, isExpanded: false, level: level + 1 }}
            />
          )}
          {isFolder ? (
            <PageTree nodes={children} {...{ chosen, onChange, isExpanded, level: level + 1 }} />
          ) : (
            <p
              dir="auto"
              className="ms-9 mb-2 rounded-control bg-sunken p-3 whitespace-pre-line wrap-anywhere"
            >
              {page?.excerpt}
              {page && page.characters > page.excerpt.length && '…'}
            </p>
          )}
        </div>
      )}
    </li>
  )
}
