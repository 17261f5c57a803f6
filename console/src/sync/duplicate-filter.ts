/** Remembers the last `most` keys. Answers whether a key is new, and remembers it. */
export function createRecent(most: number) {
  const keys = new Set<string>()
  return function isNew(key: string): boolean {
    if (keys.has(key)) return false
    keys.add(key)
    if (keys.size > most) keys.delete(keys.values().next().value as string)
    return true
  }
}
