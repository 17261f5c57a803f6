const letterReplacements: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l' }

/**
 * A text as it is indexed and asked: small, without accents, compounds taken apart. Done here and not by the database,
 * so that both sides are alike whichever extensions it has.
 */
export function normalizeText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđł]/g, (letter) => letterReplacements[letter] ?? letter)
    .replace(/(?<=\p{L})['’‘`´](?=\p{L})/gu, '')
    .replace(/\b(e)-(mails?|mailed)\b/g, '$1$2')
    .replace(/(?<=\p{L})[-‐–/](?=\p{L})/gu, ' ')
}

/** The words of a question in their order: letters, digits, and what joins them in figures and addresses. */
export function tokenize(text: string): string[] {
  return normalizeText(text).match(/[\p{L}\p{N}]+(?:[.,@:_-][\p{L}\p{N}]+)*/gu) ?? []
}
