import { createOutline, type Outline, type Section } from '../outline.ts'
import { parseFlightData } from './flight-data.ts'
import { readContent } from './html-content.ts'
import { collapse, type Document, parseHtml, walk } from './html-tree.ts'

const maxNodes = 200_000
const maxDepth = 60

/**
 * Reads the text in the data that a page embeds for its scripts, such as `__NEXT_DATA__`. Only for a page without text of its
 * own, because the data also contains labels and settings.
 */
export function readEmbeddedData(document: Document): Section[] {
  const reader = createReader()
  const scripts = listScripts(document)
  for (const json of scripts.map(parseScript)) reader.read(json)
  for (const row of parseFlightData(scripts.map(({ text }) => text))) reader.read(row)
  return reader.sections()
}

type Script = { type: string; text: string }

function listScripts(document: Document): Script[] {
  const scripts: Script[] = []
  walk(document, {
    enter: ({ name, attribs, children }) => {
      if (name !== 'script') return undefined
      const text = children.map((child) => ('data' in child ? child.data : '')).join('')
      scripts.push({ type: attribs.type ?? '', text: text.trim() })
      return false
    },
  })
  return scripts
}

function parseScript({ type, text }: Script): unknown {
  return /^application\/json/i.test(type) ? tryParse(text) : parseAssignment(text)
}

/** The value of a statement such as `window.__STATE__ = {…}` or `… = JSON.parse("…")`. */
function parseAssignment(script: string): unknown {
  const start =
    /^(?:(?:window|self|globalThis|var|let|const)[.\s]*)?(?:\[?["']?[\w$]+["']?\]?)\s*=\s*(?=[{["J])/.exec(
      script,
    )
  if (!start) return undefined
  const value = script.slice(start[0].length).replace(/[;\s]+$/, '')
  const encoded = /^JSON\.parse\(\s*("[\s\S]*")\s*\)/.exec(value)?.[1]
  if (encoded) {
    const text = tryParse(encoded)
    return typeof text === 'string' ? tryParse(text) : undefined
  }
  return (
    tryParse(value) ??
    tryParse(value.slice(0, Math.max(value.lastIndexOf('};'), value.lastIndexOf('];')) + 1))
  )
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parts of the data that have no text of the page. */
const ignoredKey =
  /^(?:i18n|\w*class(?:es|names?)?|_nextI18Next|translations?|locales?|messages|config|runtimeConfig|env|settings|theme|styles?|css|seo|meta|meta\w*|head|og[A-Z]\w*|cookies?\w*|consent\w*|footer\w*|header\w*|nav|navigation\w*|menus?\w*|breadcrumbs?|related\w*|buildId|query|url|href|src|slug|path|id|key|type|icon|image\w*)$/i
const labelKeys = ['title', 'question', 'headline', 'heading', 'name', 'label']
const maxLabelCharacters = 200

function createReader() {
  const outline = createOutline()
  const known = new Set<string>()
  let visited = 0

  function read(value: unknown, depth = 0): void {
    if (depth > maxDepth || ++visited > maxNodes) return
    if (typeof value === 'string') addText(outline, known, value, depth)
    else if (Array.isArray(value)) for (const one of value) read(one, depth + 1)
    else if (typeof value === 'object' && value !== null) readObject(value as Record<string, unknown>, depth)
  }

  function readObject(node: Record<string, unknown>, depth: number): void {
    const labelKey = labelKeys.find((key) => {
      const label = node[key]
      return typeof label === 'string' && label.trim() && label.length <= maxLabelCharacters
    })
    const label = labelKey ? collapse(String(node[labelKey])) : ''
    // Levels between those of HTML headings, because a value can be HTML with headings of its own.
    if (label) outline.addHeading(depth * levelsPerDepth, label)
    for (const [key, value] of Object.entries(node)) {
      if (key !== labelKey && !ignoredKey.test(key)) read(value, depth + 1)
    }
    if (label) outline.endHeading(depth * levelsPerDepth)
  }

  return { read: (value: unknown) => read(value), sections: () => outline.sections() }
}

const levelsPerDepth = 10

function addText(outline: Outline, known: Set<string>, value: string, depth: number): void {
  if (known.has(value)) return
  known.add(value)
  if (/<(?:p|div|h[1-6]|ul|ol|li|br|strong|b|em|span|a|table)\b[^>]*>/i.test(value)) {
    for (const { headings, paragraphs } of readContent(parseHtml(value)).sections) {
      headings.forEach((heading, index) => {
        outline.addHeading(depth * levelsPerDepth + index + 1, heading)
      })
      for (const paragraph of paragraphs) outline.addParagraph(paragraph)
    }
    outline.endHeading(depth * levelsPerDepth + 1)
  } else if (isProse(value)) outline.addParagraph(collapse(value))
}

/** Four words or more, which are neither code nor a web address. */
function isProse(text: string): boolean {
  const words = text.trim().split(/\s+/)
  if (words.length < 4 || /^(?:https?:|\/|\{|\.|#|@)|=>|[;{}]\s*$|function\s*\(/.test(text.trim()))
    return false
  return (
    words.filter((word) => /^[\p{L}\p{N}(„“"'¿¡][\p{L}\p{N}\p{P}%€$£]*$/u.test(word)).length >=
    words.length * 0.7
  )
}
