/** Median of each field over several measurements. */
export function median<Figures extends Record<string, number>>(all: readonly Figures[]): Figures {
  const fields = Object.keys(all[0] ?? {}).map((field) => {
    const values = all.map((one) => one[field] as number).sort((one, other) => one - other)
    return [field, values[Math.floor(values.length / 2)]]
  })
  return Object.fromEntries(fields)
}
