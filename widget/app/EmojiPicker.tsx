import { useEffect, useState } from 'react'
import { getFileUrl } from './file-url.ts'
import { EmojiIcon } from './icons.tsx'
import { isObject, readText } from './shapes.ts'
import { usePopover } from './use-popover.ts'
import { words } from './words.ts'

type Group = { name: string; emoji: string[] }

let loading: Promise<Group[]> | undefined

/** Loaded when the picker is first opened. Screen readers name the emoji themselves. */
async function load(): Promise<Group[]> {
  const response = await fetch(getFileUrl('emoji.json'))
  const groups: unknown = await response.json()
  return Object.entries(isObject(groups) ? groups : {}).map(([name, all]) => ({
    name,
    emoji: readText(all).split(' '),
  }))
}

export function EmojiPicker({ isInert, onPick }: { isInert: boolean; onPick: (emoji: string) => void }) {
  const { isOpen, toggle, close, ref, button } = usePopover()
  const [groups, setGroups] = useState<Group[]>([])
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!isOpen) return
    setHasFailed(false)
    loading ??= load()
    loading.then(setGroups, () => {
      loading = undefined
      setHasFailed(true)
    })
  }, [isOpen])

  useEffect(() => {
    if (isOpen && groups.length > 0) ref.current?.querySelector<HTMLElement>('.emoji button')?.focus()
  }, [isOpen, groups, ref])

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
        <fieldset className="popover emoji" aria-label={words.emoji}>
          {hasFailed && <p className="bad">{words.failed}</p>}
          {groups.map((group) => (
            <div key={group.name} className="emoji-group">
              {group.emoji.map((emoji) => (
                <button
                  key={emoji}
                  type="button"
                  onClick={() => {
                    close()
                    onPick(emoji)
                  }}
                >
                  {emoji}
                </button>
              ))}
            </div>
          ))}
        </fieldset>
      )}
    </div>
  )
}
