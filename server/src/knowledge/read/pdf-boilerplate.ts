/** A line of a page with its font size and vertical position. */
export type Line = { text: string; size: number; y: number }

/** The number of lines at the top and at the bottom of a page that can be running headers and footers. */
const edgeLines = 3
/** A line at the edge that this many pages have is a running header or footer; fewer in a short document. */
const minRepeats = { long: 3, short: 2, shortPages: 4 }

/** Removes running headers and footers, page numbers, and the lines of a table of contents with dot leaders. */
export function removeBoilerplate(pages: Line[][]): Line[][] {
  const repeats = countEdges(pages)
  const required = pages.length <= minRepeats.shortPages ? minRepeats.short : minRepeats.long
  const numbered = findNumberedLines(pages, required)
  return pages.map((lines) => {
    const edges = edgesOf(lines)
    return lines.filter((line) => {
      if (dotLeader.test(line.text) || numbered.has(line)) return false
      if (!edges.has(line)) return true
      return !pageNumber.test(line.text) && (repeats.get(keyOf(line)) ?? 0) < required
    })
  })
}

const dotLeader = /(?:\s?\.){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})?$|…{2,}\s*\d{0,4}$|(?:\s?·){4,}\s*\d{0,4}$/i
const pageNumber =
  /^(?:(?:page|seite|pagina|página)\s*)?[-–—|(]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:(?:of|von|de|di|sur|\/)\s*\d{1,4}\s*)?[-–—|)]?$/i

function edgesOf(lines: Line[]): Set<Line> {
  const byHeight = [...lines].sort((a, b) => b.y - a.y)
  const count = Math.min(edgeLines, Math.floor(lines.length / 2))
  return lines.length === 1
    ? new Set(lines)
    : new Set([...byHeight.slice(0, count), ...byHeight.slice(-count)])
}

function countEdges(pages: Line[][]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const lines of pages) {
    for (const key of new Set([...edgesOf(lines)].map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Lines that differ only in their numbers, such as page numbers, are the same; so is their place on the page. */
function keyOf({ text, size, y }: Line): string {
  return `${text.toLowerCase().replace(/\d+|\b[ivxlc]+\b/g, '#')} ${size} ${Math.round(y / 4)}`
}

/** The first and last lines of pages that begin or end with the page's number, such as 'Chapter 2: Tents 14'. */
function findNumberedLines(pages: Line[][], required: number): Set<Line> {
  const byOffset = new Map<string, Line[]>()
  pages.forEach((lines, index) => {
    const byHeight = [...lines].sort((a, b) => b.y - a.y)
    const ends = { top: byHeight[0], bottom: byHeight.at(-1) }
    for (const [end, line] of Object.entries(ends)) {
      const number = line && line.text.length < 100 ? /^\d{1,4}(?=\s)|(?<=\s)\d{1,4}$/.exec(line.text) : null
      if (!line || !number) continue
      const key = `${end} ${Number(number[0]) - index}`
      byOffset.set(key, [...(byOffset.get(key) ?? []), line])
    }
  })
  return new Set([...byOffset.values()].filter((lines) => lines.length >= required).flat())
}
