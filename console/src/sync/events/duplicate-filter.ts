/** Returns a function that is true the first time it gets a key. Only the last `maxKeys` keys are remembered. */
export function createDuplicateFilter(maxKeys: number) {
  const keys = new Set<string>()
  return function isNew(key: string): boolean {
    if (keys.has(key)) return false
    keys.add(key)
    if (keys.size > maxKeys) keys.delete(keys.values().next().value as string)
    return true
  }
}
