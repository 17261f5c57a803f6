/** A table row as a sentence with its column names, for example 'Germany – Standard: 4.90 euros, Express: 12.90 euros.' */
export function formatTableRow(header: string[], cells: string[]): string {
  const [name = '', ...values] = cells
  const named = values.map((value, index) => value && [header[index + 1], value].filter(Boolean).join(': '))
  const described = named.filter(Boolean).join(', ')
  const end = /[.!?…]$/.test(described) ? '' : '.'
  return described ? `${name ? `${name} – ` : ''}${described}${end}` : name
}

/** Whether a line is such a sentence. Rows without column names are not recognized. */
export function isTableRow(line: string): boolean {
  return /^[^–]{1,80} – [^:–]{1,60}: \S/u.test(line)
}
