import type { EmojiGridProps } from './EmojiGrid.tsx'
import { EmojiIcon } from './icons.tsx'
import { lazyPart } from './lazy-part.tsx'
import { usePopover } from './use-popover.ts'
import { words } from './words.ts'

const EmojiGrid = lazyPart<EmojiGridProps>('EmojiGrid')

export function EmojiPicker({ isInert, onPick }: { isInert: boolean; onPick: (emoji: string) => void }) {
  const { isOpen, toggle, close, ref, button } = usePopover()
  return (
    <div className="tool" ref={ref}>
      <button
        type="button"
        className="round"
        ref={button}
        aria-label={words.emoji}
        aria-expanded={isOpen}
        disabled={isInert}
        onClick={toggle}
      >
        <EmojiIcon />
      </button>
      {isOpen && (
        <EmojiGrid
          onPick={(emoji) => {
            close()
            onPick(emoji)
          }}
        />
      )}
    </div>
  )
}
