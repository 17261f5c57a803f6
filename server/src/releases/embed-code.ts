import type { Settings } from '../kit/process/settings.ts'

/**
 * The script element that a customer pastes into a website. It contains no user input such as the project name; the
 * attributes are escaped nonetheless.
 */
export function renderEmbedCode(
  { publicUrl, widgetUrl }: Pick<Settings, 'publicUrl' | 'widgetUrl'>,
  publicKey: string,
): string {
  return `<script src="${escapeAttribute(`${widgetUrl ?? publicUrl}/widgets/loader.js`)}" data-key="${escapeAttribute(publicKey)}" async></script>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
