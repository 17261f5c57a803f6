import { createOutline, type StructuredText } from './outline.ts'

/** Parses plain text: blank lines separate paragraphs, and lines that start with # are headings. */
export function readText(text: string, title: string): StructuredText {
  const outline = createOutline()
  for (const block of text.replaceAll('\r\n', '\n').split(/\n\s*\n|\n(?=#{1,6}\s)/)) {
    const [first = '', ...rest] = block.trim().split('\n')
    const [, signs, heading] = /^(#{1,6})\s+(.+)$/.exec(first) ?? []
    if (signs && heading) outline.addHeading(signs.length, heading.trim())
    const paragraph = (heading ? rest : [first, ...rest]).join('\n').trim()
    if (paragraph) outline.addParagraph(paragraph)
  }
  return { title, sections: outline.sections() }
}
