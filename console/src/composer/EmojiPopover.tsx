import { EmojiPicker } from 'frimousse'
import type { RefObject } from 'react'
import { Panel } from '../ui/Panel.tsx'

type Props = {
  trigger: RefObject<HTMLButtonElement | null>
  onChoose: (emoji: string) => void
  onClose: () => void
}

export function EmojiPopover({ trigger, onChoose, onClose }: Props) {
  return (
    <Panel label="Emoji" trigger={trigger} onClose={onClose} placement="top start">
      <EmojiPicker.Root
        emojibaseUrl="/emojibase"
        columns={8}
        onEmojiSelect={({ emoji }) => {
          onChoose(emoji)
          onClose()
        }}
        className="flex h-80 w-[min(320px,calc(100vw-32px))] flex-col"
      >
        <div className="p-2">
          <EmojiPicker.Search
            autoFocus
            aria-label="Search emoji"
            placeholder="Search emoji..."
            className="field"
          />
        </div>
        <EmojiPicker.Viewport className="relative min-h-0 flex-1 outline-none">
          <EmojiPicker.Loading className="absolute inset-0 flex items-center justify-center text-muted">
            Loading…
          </EmojiPicker.Loading>
          <EmojiPicker.Empty className="absolute inset-0 flex items-center justify-center text-muted">
            No emoji found
          </EmojiPicker.Empty>
          <EmojiPicker.List
            className="pb-2 select-none"
            components={{
              CategoryHeader: ({ category, ...props }) => (
                <div {...props} className="bg-raised px-3 py-1.5 text-caption font-strong text-ink-2">
                  {category.label}
                </div>
              ),
              Row: ({ children, ...props }) => (
                <div {...props} className="px-2">
                  {children}
                </div>
              ),
              Emoji: ({ emoji, ...props }) => (
                <button
                  {...props}
                  type="button"
                  className="flex size-9 items-center justify-center rounded-control text-page-title data-active:bg-selected"
                >
                  {emoji.emoji}
                </button>
              ),
            }}
          />
        </EmojiPicker.Viewport>
      </EmojiPicker.Root>
    </Panel>
  )
}
