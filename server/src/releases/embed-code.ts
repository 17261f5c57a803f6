/**
 * The element that a customer pastes. Neither the address nor the key holds a character with a meaning in HTML, and
 * the project's name does not stand in it, whatever it is.
 */
export function renderEmbedCode(publicUrl: string, publicKey: string): string {
  return `<script src="${escapeAttribute(`${publicUrl}/widgets/loader.js`)}" data-key="${escapeAttribute(publicKey)}" async></script>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
