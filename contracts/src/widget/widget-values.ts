/**
 * Whether two values of a widget config mean the same: an empty text, list or object and a flag that is off equal a missing
 * value, and the order of fields does not matter. `strip_blank_values` in the database applies the same rule.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other)
  if (!isRecord(one) || !isRecord(other)) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSameValue(one[name], other[name]))
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true
  return isRecord(value) && Object.values(value).every(isBlank)
}

/** An object or a list, whose names are its positions. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
