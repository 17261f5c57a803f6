/** NaN without values, so that a missing measurement reaches no goal. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The median of each field over several measurements. */
export function medianFields<Figures extends Record<string, number>>(all: readonly Figures[]): Figures {
  const fields = Object.keys(all[0] ?? {}).map((field) => [
    field,
    median(all.map((one) => one[field] as number)),
  ])
  return Object.fromEntries(fields)
}
