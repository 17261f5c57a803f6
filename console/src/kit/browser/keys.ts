const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** A chord like "Mod+K", a character like "?", or a sequence like "G D". */
export type Keys = string

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const sequenceTimeoutMs = 1000

/** Whether the keys include a modifier, so that they cannot be typed text. */
export function isChord(keys: Keys): boolean {
  return keys.includes('Mod+')
}

/**
 * Whether an input method uses the key press, for example Enter to confirm a word. Safari ends the composition before
 * that key press and marks it with the code 229.
 */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}

/** Matches key presses against shortcuts. A sequence must be completed within `sequenceTimeoutMs`. */
export function createKeyMatcher(now: () => number = Date.now) {
  let first: { key: string; at: number } | null = null
  return (press: KeyPress, all: readonly Keys[]): Keys | null => {
    const pressed = pressName(press)
    const prefix = first && now() - first.at <= sequenceTimeoutMs ? first.key : null
    first = null
    const sequence = prefix && all.find((keys) => keys === `${prefix} ${pressed}`)
    if (sequence) return sequence
    const single = all.find((keys) => keys === pressed)
    if (single) return single
    if (all.some((keys) => keys.startsWith(`${pressed} `))) first = { key: pressed, at: now() }
    return null
  }
}

/** Shift is part of the name for letters and named keys only: which characters need Shift depends on the keyboard. */
function pressName({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  if (altKey) return ''
  const isLetter = /^\p{L}$/u.test(key)
  const name = isLetter ? key.toUpperCase() : key
  const shift = shiftKey && (isLetter || key.length > 1) ? 'Shift+' : ''
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${shift}${name}`
}

/** The labels of the keys on this platform's keyboard, one per key cap. */
export function keyCaps(keys: Keys): string[] {
  return keys
    .split(/[ +](?=.)/)
    .map((key) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key === 'Shift' && isMac ? '⇧' : key))
}

/** The value for `aria-keyshortcuts`, which does not support sequences. */
export function toAriaKeyShortcuts(keys: Keys): string | undefined {
  if (keys.includes(' ')) return undefined
  return keys.replace('Mod', isMac ? 'Meta' : 'Control')
}
