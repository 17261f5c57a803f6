/** A count with its noun in the singular or plural: "1 page", "1,200 pages". */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
