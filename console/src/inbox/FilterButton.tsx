import { ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { FilterChoices } from './FilterPopover.tsx'

const FilterPopover = lazyOverlay(() => import('./FilterPopover.tsx').then((file) => file.FilterPopover))

type Props = FilterChoices & {
  /** A filter narrows the list. */
  isOn: boolean
}

export function FilterButton({ isOn, ...choices }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={button}
        label="Filter conversations"
        isExpanded={isOpen}
        onPress={() => setOpen(true)}
        className={isOn ? 'bg-accent-soft text-accent-text!' : ''}
      >
        <ListFilter aria-hidden strokeWidth={1.75} />
      </IconButton>
      {isOpen && <FilterPopover {...choices} trigger={button} onClose={() => setOpen(false)} />}
    </>
  )
}
