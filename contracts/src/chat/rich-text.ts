/**
 * Message text as a tree of nodes, from which console and widget build the same elements. It understands the Markdown
 * that people and models use in a chat; everything else stays text. The work is linear in the length of the text.
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }

export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'bulletList'; items: Inline[][] }
  | { kind: 'numberedList'; items: Inline[][]; numbers: number[] }
  | { kind: 'codeBlock'; text: string }

/** Control characters are invisible, and a direction override makes an address read as another one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const unsafeCharacters = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u202d\u202e]/g

export function parseRichText(text: string): Block[] {
  const blocks: Block[] = []
  let fence: Fence | undefined
  let isAfterBlankLine = false
  for (const line of text.replace(/\r\n?/g, '\n').replace(unsafeCharacters, '').split('\n')) {
    const isBlank = line.trim() === ''
    if (fence) {
      if (closesFence(line, fence)) {
        blocks.push(codeBlock(fence))
        fence = undefined
      } else fence.lines.push(removeIndent(line, fence.indent))
    } else {
      fence = openFence(line)
      if (!fence && !isBlank) addLine(blocks, line, isAfterBlankLine)
    }
    isAfterBlankLine = isBlank
  }
  // A reply that is still being written has not closed its fence yet.
  if (fence) blocks.push(codeBlock(fence))
  return blocks
}

/** The text without its formatting, for one-line previews. */
export function toPlainText(text: string): string {
  return parseRichText(text)
    .flatMap((block) => {
      if (block.kind === 'codeBlock') return block.text
      if (block.kind === 'paragraph') return block.lines.map(inlineText)
      return block.items.map((item, index) => {
        const marker = block.kind === 'numberedList' ? `${block.numbers[index]}.` : '•'
        return `${marker} ${inlineText(item)}`
      })
    })
    .join('\n')
}

function inlineText(nodes: Inline[]): string {
  return nodes.map((node) => ('children' in node ? inlineText(node.children) : node.text)).join('')
}

type Fence = { opening: string; indent: number; length: number; lines: string[] }

function openFence(line: string): Fence | undefined {
  const match = /^([ \t]*)(`{3,})[^`]*$/.exec(line)
  return match ? { opening: line, indent: match[1]!.length, length: match[2]!.length, lines: [] } : undefined
}

function closesFence(line: string, { length }: Fence): boolean {
  const marks = line.trim()
  return marks.length >= length && /^`+$/.test(marks)
}

/** A fence without content is shown as it was written, so that the message is not empty. */
function codeBlock({ opening, lines }: Fence): Block {
  return lines.length > 0
    ? { kind: 'codeBlock', text: lines.join('\n') }
    : { kind: 'paragraph', lines: [[{ kind: 'text', text: opening }]] }
}

function removeIndent(line: string, indent: number): string {
  let start = 0
  while (start < indent && (line[start] === ' ' || line[start] === '\t')) start += 1
  return line.slice(start)
}

function addLine(blocks: Block[], line: string, isAfterBlankLine: boolean) {
  const marker = /^[ \t]{0,8}(?:[-*•]|(\d{1,3})[.)])[ \t]+(?=\S)/.exec(line)
  const content = parseInline(line.slice(marker?.[0].length ?? 0))
  const last = blocks[blocks.length - 1]
  if (!marker) {
    if (last?.kind === 'paragraph' && !isAfterBlankLine) last.lines.push(content)
    else blocks.push({ kind: 'paragraph', lines: [content] })
  } else if (marker[1]) {
    const number = Number(marker[1])
    if (last?.kind === 'numberedList') {
      last.items.push(content)
      last.numbers.push(number)
    } else blocks.push({ kind: 'numberedList', items: [content], numbers: [number] })
  } else if (last?.kind === 'bulletList') last.items.push(content)
  else blocks.push({ kind: 'bulletList', items: [content] })
}

/** The marks that may be closed later, each with the index of its node; -1 where none is open. */
type OpenMarks = { em: number; strong: number; link: number }

type InlineParser = {
  line: string
  nodes: Inline[]
  /** Where the text begins that no node holds yet. */
  position: number
  open: OpenMarks
  /** The end of the code span that begins at a run of backticks. */
  codeEnds: Map<number, number>
}

/**
 * Reads a line from left to right and never looks back further than to text that no node holds yet. An opening mark
 * becomes a text node; its closing mark wraps all nodes after it. At most one mark of each kind is open, so nodes nest
 * three deep and each is moved at most three times.
 */
function parseInline(line: string): Inline[] {
  const parser: InlineParser = {
    line,
    nodes: [],
    position: 0,
    open: { em: -1, strong: -1, link: -1 },
    codeEnds: findCodeEnds(line),
  }
  const marks = /`+|\*+|\[|\]\(|@|https?:\/\/|www\.|mailto:|tel:/gi
  for (let match = marks.exec(line); match; match = marks.exec(line)) {
    readMark(parser, match.index, match[0])
    marks.lastIndex = Math.max(marks.lastIndex, parser.position)
  }
  addText(parser, line.length)
  return joinText(parser.nodes)
}

function readMark(parser: InlineParser, start: number, mark: string) {
  if (mark[0] === '`') readCode(parser, start, mark)
  else if (mark[0] === '*') readEmphasis(parser, start, mark)
  else if (mark === '[') openMark(parser, 'link', start, mark)
  else if (mark === '](') readNamedLink(parser, start)
  else if (mark === '@') readEmail(parser, start)
  else readBareLink(parser, start, mark)
}

function addText(parser: InlineParser, end: number) {
  if (end > parser.position) {
    parser.nodes.push({ kind: 'text', text: parser.line.slice(parser.position, end) })
  }
  parser.position = end
}

function openMark(parser: InlineParser, kind: keyof OpenMarks, start: number, mark: string) {
  addText(parser, start)
  parser.open[kind] = parser.nodes.length
  addText(parser, start + mark.length)
}

/** The nodes since the opening mark, which is dropped. Marks that were opened in between stay text. */
function takeChildren(parser: InlineParser, kind: keyof OpenMarks): Inline[] {
  const { nodes, open } = parser
  const index = open[kind]
  for (const other of ['em', 'strong', 'link'] as const) if (open[other] >= index) open[other] = -1
  return joinText(nodes.splice(index).slice(1))
}

function joinText(nodes: Inline[]): Inline[] {
  const joined: Inline[] = []
  for (const node of nodes) {
    const last = joined[joined.length - 1]
    if (node.kind === 'text' && last?.kind === 'text') last.text += node.text
    else joined.push(node)
  }
  return joined
}

/** As in Markdown, a run of backticks is closed by the next run of the same length. */
function findCodeEnds(line: string): Map<number, number> {
  const ends = new Map<number, number>()
  const openRuns = new Map<number, number>()
  for (let end = line.length; end > 0; end--) {
    if (line[end - 1] !== '`') continue
    let start = end - 1
    while (line[start - 1] === '`') start -= 1
    const close = openRuns.get(end - start)
    if (close !== undefined) ends.set(start, close)
    openRuns.set(end - start, start)
    end = start + 1
  }
  return ends
}

function readCode(parser: InlineParser, start: number, mark: string) {
  const end = parser.codeEnds.get(start)
  if (end === undefined) return
  addText(parser, start)
  let text = parser.line.slice(start + mark.length, end)
  // The spaces in `` `a` `` only keep its backticks from each other.
  if (text[0] === ' ' && text[text.length - 1] === ' ' && text.trim()) text = text.slice(1, -1)
  parser.nodes.push({ kind: 'code', text })
  parser.position = end + mark.length
}

function readEmphasis(parser: InlineParser, start: number, mark: string) {
  const { line, open, nodes } = parser
  const kinds = ([[], ['em'], ['strong'], ['strong', 'em']] as const)[mark.length]
  // Four and more asterisks are a line or a hidden word.
  if (!kinds) return
  const before = line[start - 1] ?? ' '
  const after = line[start + mark.length] ?? ' '
  if (/\S/.test(before) && kinds.every((kind) => open[kind] >= 0)) {
    addText(parser, start)
    for (const kind of [...kinds].sort((one, other) => open[other] - open[one])) {
      const children = takeChildren(parser, kind)
      nodes.push({ kind, children })
    }
    parser.position = start + mark.length
  } else if (/\S/.test(after) && (mark === '**' || !isWordCharacter(before))) {
    // 2*3*4 is a calculation, not emphasis.
    let next = start
    for (const kind of kinds) {
      openMark(parser, kind, next, kind === 'em' ? '*' : '**')
      next = parser.position
    }
  }
}

function readNamedLink(parser: InlineParser, start: number) {
  const { line, nodes, open } = parser
  const isOpen = open.link >= 0
  const end = isOpen ? findAddressEnd(line, start + 2) : -1
  const href = end < 0 ? null : toSafeHref(line.slice(start + 2, end))
  if (!href || line[start - 1] === '[') {
    open.link = -1
    return
  }
  addText(parser, start)
  const children = takeChildren(parser, 'link')
  nodes.push({ kind: 'link', href, children: withoutLinks(children) })
  parser.position = end + 1
}

/** The closing parenthesis of `[label](address)`. An address may hold pairs of parentheses, but no other link. */
function findAddressEnd(line: string, start: number): number {
  let depth = 0
  for (let index = start; index < line.length; index++) {
    const character = line[index]!
    if (/[\s<>]/.test(character) || (character === ']' && line[index + 1] === '(')) return -1
    if (character === '(') depth += 1
    else if (character === ')' && depth-- === 0) return index
  }
  return -1
}

/** A link within a link would be a second target under one click. */
function withoutLinks(nodes: Inline[]): Inline[] {
  return joinText(
    nodes.flatMap((node) => {
      if (node.kind === 'link') return withoutLinks(node.children)
      if ('children' in node) return [{ ...node, children: withoutLinks(node.children) }]
      return [node]
    }),
  )
}

function readBareLink(parser: InlineParser, start: number, mark: string) {
  const { line } = parser
  const before = line[start - 1] ?? ' '
  if (isWordCharacter(before) || (mark[3] === '.' && /[/.@-]/.test(before))) return
  if (!addressStart.test(line.slice(start, start + 9))) return
  const addressCharacters = /[^\s<>"'`[\]{}|\\^«»“”‘’]*/y
  addressCharacters.lastIndex = start
  const written = addressCharacters.exec(line)![0]
  addLink(parser, start, trimPunctuation(written))
  // An invalid address is not searched for another one, so that each character is read once.
  if (parser.position <= start) addText(parser, start + written.length)
}

/** Without the punctuation that ends the sentence, and without a parenthesis that was opened before the address. */
function trimPunctuation(address: string): string {
  let unopened = 0
  for (const character of address) {
    if (character === '(') unopened -= 1
    else if (character === ')') unopened += 1
  }
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1]!
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!/[.,;:!?*…،؛؟。，、！？]/.test(last)) break
  }
  return address.slice(0, end)
}

function readEmail(parser: InlineParser, at: number) {
  const { line } = parser
  let start = at
  while (start > parser.position && /[\w.%+-]/.test(line[start - 1]!)) start -= 1
  const before = line[start - 1] ?? ' '
  if (before === '/' || isWordCharacter(before)) return
  while (line[start] === '.' || line[start] === '-') start += 1
  let end = at + 1
  while (/[a-z\d.-]/i.test(line[end] ?? ' ')) end += 1
  while (line[end - 1] === '.' || line[end - 1] === '-') end -= 1
  addLink(parser, start, line.slice(start, end))
}

function addLink(parser: InlineParser, start: number, address: string) {
  const href = toSafeHref(address)
  if (!href) return
  addText(parser, start)
  parser.nodes.push({ kind: 'link', href, children: [{ kind: 'text', text: address }] })
  parser.position = start + address.length
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character)
}

const addressStart = /^(?:https?:\/\/[^\s/]|www\.[^\s/.]|mailto:[^\s@]|tel:[+\d(])/i
const emailAddress = /^[\w.%+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}$/i

/** The address as a browser understands it, or null when it must not be followed. */
export function toSafeHref(address: string): string | null {
  if (emailAddress.test(address)) return `mailto:${address}`
  if (!addressStart.test(address) || /\s/.test(address)) return null
  try {
    const { href, protocol } = new URL(/^www\./i.test(address) ? `https://${address}` : address)
    return protocol === 'mailto:' && !href.includes('@') ? null : href
  } catch {
    return null
  }
}
