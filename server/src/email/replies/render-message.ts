import { type Block, type Inline, parseRichText } from '@aichat/contracts/chat/rich-text'
import { escapeHtml } from '../../kit/text/escape-html.ts'

/** The text of a message as plain text. The address of a link follows its label. */
export function renderText(text: string): string {
  return parseRichText(text)
    .map((block) => {
      if (block.kind === 'codeBlock') return block.text
      if (block.kind === 'paragraph') return block.lines.map(inlineText).join('\n')
      return block.items.map((item, index) => `${getMarker(block, index)} ${inlineText(item)}`).join('\n')
    })
    .join('\n\n')
}

/** The same as HTML without images and styles that a mail client could drop. */
export function renderHtml(text: string): string {
  return parseRichText(text).map(blockHtml).join('')
}

function getMarker(block: Extract<Block, { items: unknown }>, index: number): string {
  return block.kind === 'numberedList' ? `${block.numbers[index]}.` : '•'
}

function inlineText(nodes: Inline[]): string {
  return nodes
    .map((node) => {
      if (!('children' in node)) return node.text
      const label = inlineText(node.children)
      return node.kind === 'link' && !node.href.endsWith(label) ? `${label} (${node.href})` : label
    })
    .join('')
}

function blockHtml(block: Block): string {
  const paragraph = (html: string) => `<p style="margin:0 0 8px">${html}</p>`
  if (block.kind === 'codeBlock')
    return `<pre style="margin:0 0 8px;white-space:pre-wrap">${escapeHtml(block.text)}</pre>`
  if (block.kind === 'paragraph') return paragraph(block.lines.map(inlineHtml).join('<br>'))
  return paragraph(
    block.items.map((item, index) => `${getMarker(block, index)} ${inlineHtml(item)}`).join('<br>'),
  )
}

function inlineHtml(nodes: Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return escapeHtml(node.text)
      if (node.kind === 'code') return `<code>${escapeHtml(node.text)}</code>`
      const children = inlineHtml(node.children)
      if (node.kind === 'link') return `<a href="${escapeHtml(node.href)}">${children}</a>`
      return node.kind === 'strong' ? `<strong>${children}</strong>` : `<em>${children}</em>`
    })
    .join('')
}
