const letterReplacements: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l' }

/** French and Italian articles and pronouns before a vowel: "l'abonnement" is two words, unlike "don't". */
const elision =
  /(?<![\p{L}\p{N}])([cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|aujourd|un|dell|nell|sull|dall|all|coll|quest|quell|bell|sant|dov|cos)['’‘`´](?=\p{L}{2})/gu

/**
 * Normalizes a text for indexing and searching: lower case, no accents, hyphenated compounds split. It runs here, not in
 * the database, so that the result does not depend on installed extensions.
 */
export function normalizeText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđł]/g, (letter) => letterReplacements[letter] ?? letter)
    .replace(elision, '$1 ')
    .replace(/(?<=\p{L})['’‘`´](?=\p{L})/gu, '')
    .replace(/\b(e)-(mails?|mailed)\b/g, '$1$2')
    .replace(/(?<=\p{L})[-‐–/](?=\p{L})/gu, ' ')
}

/** The words of a text in order. Figures and email addresses stay whole. */
export function tokenize(text: string): string[] {
  return normalizeText(text).match(/[\p{L}\p{N}]+(?:[.,@:_-][\p{L}\p{N}]+)*/gu) ?? []
}
