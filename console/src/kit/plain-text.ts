/** The text without its Markdown marks, for one-line previews. */
export function plainText(text: string): string {
  return text.replace(/\*\*([^*\n]+)\*\*/g, '$1').replace(/`([^`\n]+)`/g, '$1')
}
