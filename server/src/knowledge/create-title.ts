import { truncateText } from '@aichat/contracts/kit/text'
import { hasMarkdown } from './read/detect-markdown.ts'
import { readMarkdown } from './read/read-markdown.ts'

const maxCharacters = 80
const maxLineCharacters = 300

/** The first line of a text without its Markdown, cut to 80 characters. */
export function createTitle(text: string): string {
  const start = text.trim().split('\n', 1)[0] ?? ''
  const line = withoutMarkdown(start.slice(0, maxLineCharacters).replace(/^#+\s*/, ''))
  return line.length <= maxCharacters ? line : `${truncateText(line, maxCharacters - 1).trimEnd()}…`
}

function withoutMarkdown(line: string): string {
  return (hasMarkdown(line) && readMarkdown(line, '').sections[0]?.paragraphs[0]) || line
}
