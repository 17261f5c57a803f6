/** NaN without values, so that a missing measurement reaches no goal. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value below which the share of the values lies, such as 0.95 of them. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median of each field over several measurements. */
export function medianFields<Figures extends Record<string, number>>(all: readonly Figures[]): Figures {
  const fields = Object.keys(all[0] ?? {}).map((field) => [
    field,
    median(all.map((one) => one[field] as number)),
  ])
  return Object.fromEntries(fields)
}
