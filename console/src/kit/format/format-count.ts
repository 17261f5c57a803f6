/** A count with its noun in the singular or plural: "1 page", "1,200 pages". */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** A share between 0 and 1, without decimals: "75%". */
export function formatPercent(share: number): string {
  return share.toLocaleString(undefined, { style: 'percent' })
}

/** In the locale of the browser, like dates and times. */
export function formatNumber(value: number): string {
  return value.toLocaleString()
}
