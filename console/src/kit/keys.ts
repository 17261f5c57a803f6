const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Where a key press goes: a chord like "Mod+K", a character like "?", or a sequence like "G D". */
export type Keys = string

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const sequenceTimeoutMs = 1000

/** Whether these keys are typed with a modifier, and so cannot be meant as text. */
export function isChord(keys: Keys): boolean {
  return keys.includes('Mod+')
}

/** Remembers what was pressed a moment ago, and answers which of the keys are complete with this press. */
export function createKeyMatcher(now: () => number = Date.now) {
  let first: { key: string; at: number } | null = null
  return (press: KeyPress, all: readonly Keys[]): Keys | null => {
    const pressed = pressName(press)
    const led = first && now() - first.at <= sequenceTimeoutMs ? first.key : null
    first = null
    const whole = led && all.find((keys) => keys === `${led} ${pressed}`)
    if (whole) return whole
    const single = all.find((keys) => keys === pressed)
    if (single) return single
    if (all.some((keys) => keys.startsWith(`${pressed} `))) first = { key: pressed, at: now() }
    return null
  }
}

/** A character that needs Shift on some keyboards is named by itself; a letter with Shift says so. */
function pressName({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  if (altKey) return ''
  const isLetter = /^\p{L}$/u.test(key)
  const name = isLetter ? key.toUpperCase() : key
  const shift = shiftKey && (isLetter || key.length > 1) ? 'Shift+' : ''
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${shift}${name}`
}

/** The keys as they are printed on this machine's keyboard, one cap each. */
export function keyCaps(keys: Keys): string[] {
  return keys
    .split(/[ +](?=.)/)
    .map((key) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key === 'Shift' && isMac ? '⇧' : key))
}

/** For `aria-keyshortcuts`, which knows no sequences. */
export function toAriaKeyShortcuts(keys: Keys): string | undefined {
  if (keys.includes(' ')) return undefined
  return keys.replace('Mod', isMac ? 'Meta' : 'Control')
}
