/**
 * Whether a path matches a pattern in which `*` stands for any characters, also none. Without a regular expression, because
 * a pattern of a user could make one take exponential time.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const parts = pattern.split('*')
  const [first = '', ...rest] = parts
  if (!path.startsWith(first)) return false
  if (rest.length === 0) return path.length === first.length
  let at = first.length
  const last = rest.pop() ?? ''
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}
