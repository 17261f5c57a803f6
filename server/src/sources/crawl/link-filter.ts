/** The numbers of links of one form that are followed. A form with more is taken for a calendar or a filter without end. */
const maxPerForm = { query: 20, date: 40, path: 1000 }
const maxSegments = 12
const maxParameters = 4
const maxRepeats = 2

/** Recognizes links that lead into endless pages, such as calendars, filters and relative links that repeat a folder. */
export type LinkFilter = {
  /** False for a link that should not be followed. Counts each link once. */
  accepts(url: string): boolean
}

export function createLinkFilter(known: Iterable<string> = []): LinkFilter {
  const counts = new Map<string, number>()
  const accepts = (url: string) => {
    const { pathname, searchParams } = new URL(url)
    if (hasEndlessForm(pathname, searchParams)) return false
    return toForms(pathname, searchParams).every(([form, maximum]) => {
      const count = (counts.get(form) ?? 0) + 1
      counts.set(form, count)
      return count <= maximum
    })
  }
  for (const url of known) accepts(url)
  return { accepts }
}

function hasEndlessForm(path: string, parameters: URLSearchParams): boolean {
  const segments = path.split('/').filter(Boolean)
  const repeats = segments.length - new Set(segments).size
  return (
    segments.length > maxSegments || repeats > maxRepeats || [...parameters.keys()].length > maxParameters
  )
}

/** The forms of an address, with numbers replaced, and how many addresses of each are followed. */
function toForms(path: string, parameters: URLSearchParams): [string, number][] {
  const form = path.replace(/\d+/g, '#')
  const forms: [string, number][] = [[`path ${form}`, maxPerForm.path]]
  const names = [...new Set(parameters.keys())].toSorted()
  if (names.length > 0) {
    forms.push([`query ${path}`, maxPerForm.query])
    forms.push([`names ${form}?${names.join('&')}`, maxPerForm.date])
  }
  const hasDate = /(?:^|\/)(?:19|20)\d\d[/-]\d{1,2}(?:[/-]|$)/.test(path)
  if (hasDate) forms.push([`date ${form}`, maxPerForm.date])
  return forms
}
