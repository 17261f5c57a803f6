const signs = [
  // Fenced code, and the line below the column names of a table.
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}\|?[ \t]*:?-{3,}:?[ \t]*\|[ \t:|-]*$/m,
  // Two items of a bullet list in a row.
  /^ {0,3}([-*+])[ \t]+\S.*\n(?:[ \t]+\S.*\n)*(?:[ \t]*\n)? {0,3}\1[ \t]+\S/m,
  // Links and images, code, strong text, text in italics, and text that is crossed out.
  /\[[^\]\n]{1,300}\]\([^\s)]{1,2000}(?: "[^"\n]{0,300}")?\)/,
  /(?<!`)`[^`\n]{1,300}`(?!`)/,
  /(?<![\p{L}\p{N}*_])([*_]{1,3})(?=[\p{L}\p{N}"“(])[^*_\n]{1,300}(?<=[\p{L}\p{N}.!?"”)])\1(?![\p{L}\p{N}*_])/u,
  /~~\S[^~\n]{0,300}~~/,
]

/**
 * True for a text with the syntax of Markdown, not for one that merely contains its characters. Headings alone do not count: plain
 * text may have them as well.
 */
export function hasMarkdown(text: string): boolean {
  return signs.some((sign) => sign.test(text))
}
