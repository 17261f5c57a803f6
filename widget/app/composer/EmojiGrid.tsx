import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isObject, readText } from '../connection/shapes.ts'
import { getFileUrl } from '../kit/file-url.ts'
import { words } from '../kit/words.ts'

export type EmojiGridProps = { onPick: (emoji: string) => void }
type Group = { name: string; emoji: string[] }

let loading: Promise<Group[]> | undefined

/** Screen readers name the emoji themselves. */
async function load(): Promise<Group[]> {
  const response = await fetch(getFileUrl('emoji.json'))
  const groups: unknown = await response.json()
  return Object.entries(isObject(groups) ? groups : {}).map(([name, all]) => ({
    name,
    emoji: readText(all).split(' '),
  }))
}

export function EmojiGrid({ onPick }: EmojiGridProps) {
  const grid = useRef<HTMLFieldSetElement>(null)
  const [groups, setGroups] = useState<Group[]>([])
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    loading ??= load()
    loading.then(setGroups, () => {
      loading = undefined
      setHasFailed(true)
    })
  }, [])

  useEffect(() => {
    if (groups.length > 0) grid.current?.querySelector('button')?.focus()
  }, [groups])

  return (
    <fieldset className="popover emoji" aria-label={words.emoji} ref={grid} onKeyDown={moveInGrid}>
      {hasFailed && <p className="bad">{words.failed}</p>}
      {groups.map((group, groupIndex) => (
        <div key={group.name} className="emoji-group">
          {group.emoji.map((emoji, index) => (
            <button
              key={emoji}
              type="button"
              // The grid is one stop of the Tab key.
              tabIndex={groupIndex + index === 0 ? 0 : -1}
              onClick={() => onPick(emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
      ))}
    </fieldset>
  )
}

/** As in emoji-picker.css. */
const columns = 8

/** The arrow keys move the focus in the grid. In a language from right to left, the left one moves forward. */
function moveInGrid(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const rows = [...event.currentTarget.querySelectorAll('.emoji-group')].flatMap(splitIntoRows)
  const from = event.target as HTMLButtonElement
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  const next = {
    ArrowRight: () => buttons[buttons.indexOf(from) + forward],
    ArrowLeft: () => buttons[buttons.indexOf(from) - forward],
    ArrowDown: () => findInRow(rows, from, 1),
    ArrowUp: () => findInRow(rows, from, -1),
    Home: () => buttons[0],
    End: () => buttons.at(-1),
  }[event.key]
  if (!next) return
  event.preventDefault()
  const target = next() ?? from
  for (const button of buttons) button.tabIndex = button === target ? 0 : -1
  target.focus()
}

/** The last row of a group may be shorter. */
function splitIntoRows(group: Element): HTMLButtonElement[][] {
  const buttons = [...group.querySelectorAll('button')]
  return Array.from({ length: Math.ceil(buttons.length / columns) }, (_, row) =>
    buttons.slice(row * columns, (row + 1) * columns),
  )
}

/** The button in the same column of another row, or the last one of a shorter row. */
function findInRow(rows: HTMLButtonElement[][], from: HTMLButtonElement, distance: number) {
  const index = rows.findIndex((row) => row.includes(from))
  const row = rows[index + distance]
  return row?.[Math.min(rows[index]?.indexOf(from) ?? 0, row.length - 1)]
}
