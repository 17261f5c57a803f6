/** Does work for each item, `maxConcurrent` at a time. The results are in the order of the items. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  maxConcurrent: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += maxConcurrent)
    results.push(...(await Promise.all(items.slice(start, start + maxConcurrent).map(work))))
  return results
}

/** 0, 1, 2 … up to, not including, `length`. */
export function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
