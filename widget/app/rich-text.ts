/** Message text as a tree: the few marks people use, and links that can do no harm. Everything else is text. */

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }

export type Block = { kind: 'lines' | 'list'; lines: Inline[][] }

/** Longer text is shown as written: nobody formats that much, and looking for marks would cost time. */
const longestFormatted = 12_000
const deepest = 3

export function parseText(text: string): Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  if (text.length > longestFormatted) {
    return [{ kind: 'lines', lines: lines.map((line) => [{ kind: 'text', text: line }]) }]
  }
  const blocks: Block[] = []
  for (const line of lines) {
    const item = /^\s{0,6}[-*•]\s+(.+)$/.exec(line)
    const kind = item ? 'list' : 'lines'
    const last = blocks.at(-1)
    const content = parseInline(item?.[1] ?? line, 0)
    if (last?.kind === kind) last.lines.push(content)
    else blocks.push({ kind, lines: [content] })
  }
  return blocks
}

type Found = { node: Inline; end: number } | null

function parseInline(text: string, depth: number): Inline[] {
  const nodes: Inline[] = []
  const marks = /`|\*\*?|\[|https?:\/\/|mailto:|tel:/gi
  let written = 0
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const found = readMark(text, mark.index, mark[0], depth)
    if (!found) continue
    if (mark.index > written) nodes.push({ kind: 'text', text: text.slice(written, mark.index) })
    nodes.push(found.node)
    written = found.end
    marks.lastIndex = found.end
  }
  if (written < text.length) nodes.push({ kind: 'text', text: text.slice(written) })
  return nodes
}

function readMark(text: string, start: number, mark: string, depth: number): Found {
  if (mark === '`') return readCode(text, start)
  if (depth >= deepest) return null
  if (mark === '[') return readNamedLink(text, start, depth)
  if (mark[0] === '*') return readEmphasis(text, start, mark, depth)
  return readBareLink(text, start)
}

function readCode(text: string, start: number): Found {
  const end = text.indexOf('`', start + 1)
  if (end <= start + 1) return null
  return { node: { kind: 'code', text: text.slice(start + 1, end) }, end: end + 1 }
}

function readEmphasis(text: string, start: number, mark: string, depth: number): Found {
  const from = start + mark.length
  // 2*3*4 and a * b are sums, not emphasis.
  if (mark === '*' && /[\p{L}\p{N}]/u.test(text[start - 1] ?? '')) return null
  if (/^\s?$/.test(text[from] ?? '')) return null
  const end = text.indexOf(mark, from + 1)
  if (end < 0 || /\s/.test(text[end - 1]!)) return null
  const children = parseInline(text.slice(from, end), depth + 1)
  return { node: { kind: mark === '*' ? 'em' : 'strong', children }, end: end + mark.length }
}

function readNamedLink(text: string, start: number, depth: number): Found {
  const middle = text.indexOf('](', start)
  if (middle <= start + 1) return null
  const end = text.indexOf(')', middle)
  if (end < 0) return null
  const href = safeLink(text.slice(middle + 2, end).trim())
  const label = text.slice(start + 1, middle)
  if (!href || label.includes('[')) return null
  return { node: { kind: 'link', href, children: withoutLinks(parseInline(label, depth + 1)) }, end: end + 1 }
}

function readBareLink(text: string, start: number): Found {
  if (/[\p{L}\p{N}]/u.test(text[start - 1] ?? '')) return null
  let address = /^[^\s<>"'`*[\]{}|\\^]+/.exec(text.slice(start))![0]
  address = address.replace(/[.,;:!?]+$/, '')
  while (address.endsWith(')') && !address.includes('(')) address = address.slice(0, -1)
  const href = safeLink(address)
  if (!href) return null
  const end = start + address.length
  return { node: { kind: 'link', href, children: [{ kind: 'text', text: address }] }, end }
}

/** A link inside a link would be a second target under one press. */
function withoutLinks(nodes: Inline[]): Inline[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'link') return withoutLinks(node.children)
    if ('children' in node) return [{ ...node, children: withoutLinks(node.children) }]
    return [node]
  })
}

/** The address as a browser understands it, or null when it is none that may be followed. */
export function safeLink(address: string): string | null {
  if (!/^(?:https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d])\S*$/i.test(address)) return null
  try {
    const { protocol, href } = new URL(address)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? href : null
  } catch {
    return null
  }
}
