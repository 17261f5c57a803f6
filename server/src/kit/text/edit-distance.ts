/** Damerau–Levenshtein distance (optimal string alignment): a swap of neighboring letters is one edit. */
export function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const edits = [
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1),
      ]
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits.push((rows[i - 2]?.[j - 2] ?? 0) + 1)
      }
      row.push(Math.min(...edits))
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}

/** Whether the edit distance is at most 1. Faster than computing it. */
export function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)]
  return (
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    restOfOne === restOfOther.slice(1) ||
    (restOfOne[0] === restOfOther[1] &&
      restOfOne[1] === restOfOther[0] &&
      restOfOne.slice(2) === restOfOther.slice(2))
  )
}
