import { Marked } from 'marked'
import { isHtmlElement } from './html/html-elements.ts'
import { toSections } from './html/html-sections.ts'
import { parseHtml } from './html/html-tree.ts'
import type { StructuredText } from './outline.ts'

/**
 * Parses Markdown. Markup in it is read like that of a page. The text is untrusted, and some inputs take long, so call it in a
 * child process.
 * @param hasHardLines every line break is meant, as in a text that a person typed
 */
export function readMarkdown(text: string, title: string, hasHardLines = false): StructuredText {
  const content = text.replaceAll('\r\n', '\n').replace(frontMatter, '')
  const html = markdown.parse(content, { async: false, breaks: hasHardLines })
  return { title, sections: toSections(parseHtml(html)) }
}

/** Settings of static site generators at the start of a file. */
const frontMatter = /^---\n(?:[\w-]+:.*\n(?:[ \t-].*\n)*)+---(?:\n|$)/

const maxHeadingCharacters = 120

/** A tokenizer returns undefined for text that stays as written, and false for the usual rule. */
const markdown = new Marked({
  extensions: [
    {
      // __init__ is an identifier.
      name: 'identifier',
      level: 'inline',
      start: (source) => source.search(/__[a-z0-9]/),
      tokenizer: (source) => {
        const raw = /^__[a-z0-9]+(?:_[a-z0-9]+)*__(?!\w)/.exec(source)?.[0]
        return raw ? { type: 'identifier', raw } : undefined
      },
      renderer: ({ raw }) => raw,
    },
  ],
  tokenizer: {
    // 2*3*4 is no emphasis.
    emStrong: (source, _, previous) =>
      /[\p{L}\p{N}]/u.test(previous ?? '') && /^\*+[\p{L}\p{N}]/u.test(source) ? undefined : false,
    // ~5 minutes: only two tildes cross out.
    del: (source) => (source.startsWith('~~') ? false : undefined),
    // <your name> is a placeholder.
    html: (source) => (isMarkup(source) ? false : undefined),
    tag: (source) => (isMarkup(source) ? false : undefined),
    // > 5 kg is a comparison.
    blockquote: (source) => (/^ {0,3}>[ \t]*[\d=]/.test(source) ? undefined : false),
    // + 49 30 1234 is a telephone number.
    list: (source) => (/^ {0,3}\+[ \t]+\d/.test(source) ? undefined : false),
    // A line of dashes below several lines separates them from the next ones.
    lheading: (source) => {
      const [first = '', second = ''] = source.split('\n', 2)
      return /^ {0,3}(?:-+|=+)[ \t]*$/.test(second) && first.length <= maxHeadingCharacters
        ? false
        : undefined
    },
  },
  renderer: {
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens)
      const address = href.replace(/^(?:mailto|tel):/i, '')
      const isShown = label.includes(escapeHtml(address)) || label.includes(escapeHtml(stripScheme(address)))
      return /^(?:https?|mailto|tel):/i.test(href) && !isShown ? `${label} (${escapeHtml(address)})` : label
    },
    image: () => '',
  },
})

function isMarkup(source: string): boolean {
  const name = /^ {0,3}<\/?([a-z][a-z0-9-]*)(?=[\s/>])/i.exec(source)?.[1]
  return name === undefined || isHtmlElement(name)
}

function stripScheme(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
