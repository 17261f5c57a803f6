const names = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a BCP 47 language tag: "Brazilian Portuguese" for "pt-BR". An invalid tag is returned unchanged. */
export function formatLanguage(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
