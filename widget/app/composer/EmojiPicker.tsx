import { EmojiIcon } from '../kit/icons.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { usePopover } from '../kit/use-popover.ts'
import { words } from '../kit/words.ts'
import type { EmojiGridProps } from './EmojiGrid.tsx'

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
