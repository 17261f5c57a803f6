/** A declaration is in the first bytes of a document, according to the HTML standard. */
const maxBytes = 1024

/** The encoding that an HTML document declares in a `meta` element; null without one that exists. */
export function findDeclaredCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, maxBytes)).toString('latin1')
  const label = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:-]+)/i.exec(start)?.[1]
  if (!label) return null
  try {
    const { encoding } = new TextDecoder(label)
    // A document whose declaration can be read byte by byte is not UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return null
  }
}
