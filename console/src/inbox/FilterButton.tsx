import { ListFilter } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { FilterPopover as FilterPopoverType } from './FilterPopover.tsx'

const FilterPopover = lazyOverlay(() => import('./FilterPopover.tsx').then((file) => file.FilterPopover))

type Props = Omit<ComponentProps<typeof FilterPopoverType>, 'trigger' | 'onClose'> & { isOn: boolean }

export function FilterButton({ isOn, ...filter }: Props) {
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
      {isOpen && <FilterPopover {...filter} trigger={button} onClose={() => setOpen(false)} />}
    </>
  )
}
