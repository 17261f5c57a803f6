type TrustedTypes = {
  createPolicy(name: string, rules: { createHTML(markup: string): string | null }): unknown
}

/**
 * The server's policy forbids writing markup from strings. React Aria empties its live region by assigning an empty
 * string to innerHTML, so that one assignment is allowed; any other is still refused.
 */
export function allowEmptyMarkup() {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: (markup) => (markup === '' ? markup : null) })
}
