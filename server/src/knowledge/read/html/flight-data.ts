import { isInvisible } from './html-tree.ts'

/**
 * Parses React Server Components payloads, which Next.js embeds in pages of its App Router with `self.__next_f.push([1, "…"])`. HTML
 * elements become HTML, and components become their properties.
 */
export function parseFlightData(scripts: string[]): unknown[] {
  const payload = scripts.map(readPush).join('')
  if (!payload) return []
  const { values, texts } = parseRows(Buffer.from(payload))
  const converter = createConverter(texts)
  return values.map((value) => converter.convert(value, 0))
}

function readPush(script: string): string {
  const [, argument] = /^self\.__next_f\.push\(([\s\S]*)\);?$/.exec(script) ?? []
  const value = argument ? tryParse(argument) : undefined
  return Array.isArray(value) && value[0] === 1 && typeof value[1] === 'string' ? value[1] : ''
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * A row is `id:json` and a line break. A long text is `id:T`, its length in bytes, and a comma; it ends without a line break. Rows
 * with another letter are modules, hints and errors.
 */
function parseRows(payload: Buffer): { values: unknown[]; texts: ReadonlyMap<string, string> } {
  const values: unknown[] = []
  const texts = new Map<string, string>()
  for (let at = 0; at < payload.length; ) {
    const [start = '', id = '', length] =
      /^([0-9a-f]*):(?:T([0-9a-f]+),)?/.exec(payload.toString('latin1', at, at + maxRowStart)) ?? []
    const from = at + start.length
    if (length !== undefined) {
      at = from + Number.parseInt(length, 16)
      texts.set(id, payload.toString('utf8', from, at))
      continue
    }
    const lineBreak = payload.indexOf('\n', from)
    const end = lineBreak === -1 ? payload.length : lineBreak
    if (start && /[[{]/.test(payload.toString('latin1', from, from + 1))) {
      values.push(tryParse(payload.toString('utf8', from, end)))
    }
    at = end + 1
  }
  return { values, texts }
}

/** Characters of an id, and of the length of a text. */
const maxRowStart = 40

type Props = Record<string, unknown>

/** Layouts, boundaries and providers of a page are elements, so that its content is nested deeply. */
const maxDepth = 300
const maxNodes = 200_000
/** Characters of long texts. Each can be referred to many times. */
const maxCopied = 2_000_000

function createConverter(texts: ReadonlyMap<string, string>) {
  let visited = 0
  let copied = 0

  /**
   * Converts a node of the payload. A component becomes its properties. An HTML element becomes a list: its HTML, then the properties
   * of the components inside it. Other data is returned unchanged.
   */
  function convert(value: unknown, depth: number): unknown {
    if (depth > maxDepth || ++visited > maxNodes) return undefined
    if (typeof value === 'string') return toText(value)
    if (isElement(value)) {
      return isHtml(value) ? convertHtml(value, depth) : convertProps(propsOf(value), depth)
    }
    if (Array.isArray(value)) return value.map((one) => convert(one, depth + 1))
    return isProps(value) ? convertProps(value, depth) : value
  }

  function convertProps(props: Props, depth: number): Props {
    return Object.fromEntries(
      Object.entries(props).map(([key, value]) => [
        key,
        key === 'children' && containsHtml(value)
          ? convertHtml(['$', 'div', null, { children: value }], depth + 1)
          : convert(value, depth + 1),
      ]),
    )
  }

  function convertHtml(element: FlightElement, depth: number): unknown[] {
    const data: Props[] = []
    const html = toHtml(element, depth, data)
    return [html, ...data.map((props) => convertProps(props, depth))]
  }

  function toHtml(value: unknown, depth: number, data: Props[]): string {
    if (depth > maxDepth || ++visited > maxNodes) return ''
    if (typeof value === 'string') return escapeHtml(toText(value))
    if (typeof value === 'number') return String(value)
    if (!isElement(value)) {
      return Array.isArray(value) ? value.map((one) => toHtml(one, depth + 1, data)).join('') : ''
    }
    const { children, dangerouslySetInnerHTML: inner, ...props } = propsOf(value)
    const name = isHtml(value) ? value[1] : typeof props.href === 'string' ? 'a' : ''
    if (isInvisible({ name })) return ''
    if (!isHtml(value) && Object.keys(props).length > 0) data.push(props)
    const own = isProps(inner) && typeof inner.__html === 'string' ? toText(inner.__html) : ''
    const content = own || toHtml(children, depth + 1, data)
    return name ? `<${name}${toAttributes(props)}>${content}</${name}>` : content
  }

  /** A text, or the long text that it refers to. Other references are read where they are defined. */
  function toText(value: string): string {
    if (value.startsWith('$$')) return value.slice(1)
    if (!value.startsWith('$')) return value
    const text = texts.get(value.slice(1)) ?? ''
    copied += text.length
    return copied > maxCopied ? '' : text
  }

  return { convert }
}

type FlightElement = ['$', string, unknown, unknown]

function isElement(value: unknown): value is FlightElement {
  return Array.isArray(value) && value[0] === '$' && typeof value[1] === 'string'
}

/** Other types are references to components, which start with a dollar sign. */
function isHtml([, type]: FlightElement): boolean {
  return /^[a-z][a-z0-9]*$/.test(type)
}

/** What boundaries show instead of the page: while it loads, and for errors. */
const fallbackName = /^(?:fallback|loading|error|notFound|forbidden|unauthorized)$/

function propsOf(element: FlightElement): Props {
  const props = isProps(element[3]) ? element[3] : {}
  return Object.fromEntries(Object.entries(props).filter(([name]) => !fallbackName.test(name)))
}

function isProps(value: unknown): value is Props {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function containsHtml(children: unknown): boolean {
  if (isElement(children)) return isHtml(children)
  return Array.isArray(children) && children.some((child) => isElement(child) && isHtml(child))
}

function toAttributes(props: Props): string {
  return Object.entries(props)
    .filter(([name, value]) => attributes.test(name) && /^(?:string|number|boolean)$/.test(typeof value))
    .filter(([, value]) => value !== false)
    .map(([name, value]) => ` ${name === 'className' ? 'class' : name}="${escapeHtml(String(value))}"`)
    .join('')
}

/** Those that the reader of HTML considers. */
const attributes =
  /^(?:className|id|role|hidden|href|type|start|value|colSpan|rowSpan|aria-[a-z]+|data-[a-z-]+)$/

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
