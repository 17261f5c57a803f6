import clsx from 'clsx'
import { Lock } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useDraftText, useNoteDraft } from '../drafts/draft-text.ts'

type ComposerMode = 'reply' | 'note'

type Props = {
  sessionId: string
  selected: ComposerMode
  onSelect: (mode: ComposerMode) => void
  /** The tools of the selected composer, at the end of the row. */
  children: ReactNode
}

/** The row above a composer, with the tabs Reply and Note. The tab that is not selected shows whether it has a draft. */
export function ComposerTabs({ sessionId, selected, onSelect, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const hasReply = useDraftText(sessionId)[0] !== ''
  const hasNote = useNoteDraft(sessionId)[0] !== ''

  function onKeyDown({ key }: KeyboardEvent) {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const tabs = [...(list.current?.querySelectorAll('button') ?? [])]
    tabs.find((tab) => tab !== document.activeElement)?.focus()
  }

  return (
    <div className="@container pb-2 [@media(height<480px)]:pb-1">
      <div className="flex items-center justify-between gap-2">
        <div ref={list} role="tablist" aria-label="Composer" onKeyDown={onKeyDown} className="-ms-2 flex">
          <Tab
            label="Reply"
            isSelected={selected === 'reply'}
            selectedClassName="border-accent text-accent-text"
            hasDraft={hasReply}
            onSelect={() => onSelect('reply')}
          />
          <Tab
            label="Note"
            icon={<Lock aria-hidden size={13} strokeWidth={1.75} />}
            isSelected={selected === 'note'}
            selectedClassName="border-warn-solid text-warn"
            hasDraft={hasNote}
            onSelect={() => onSelect('note')}
          />
        </div>
        {children}
      </div>
    </div>
  )
}

type TabProps = {
  label: string
  icon?: ReactNode
  isSelected: boolean
  selectedClassName: string
  hasDraft: boolean
  onSelect: () => void
}

function Tab({ label, icon, isSelected, selectedClassName, hasDraft, onSelect }: TabProps) {
  const isDraftShown = hasDraft && !isSelected
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isSelected}
      aria-label={isDraftShown ? `${label}, draft` : undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
      className={clsx(
        'flex h-9 cursor-pointer items-center [@media(height<480px)]:h-7 gap-1.5 border-b-2 px-2 max-sm:px-1.5 font-strong outline-none touch:min-h-11',
        'focus-visible:rounded-control focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
        isSelected ? selectedClassName : 'border-transparent text-ink-2 hover:text-ink',
      )}
    >
      {icon}
      {label}
      {isDraftShown && <span aria-hidden className="size-1.5 rounded-pill bg-accent" />}
    </button>
  )
}
