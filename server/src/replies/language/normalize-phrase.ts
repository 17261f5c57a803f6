const foldedLetters: [RegExp, string][] = [
  [/ß/g, 'ss'],
  [/ł/g, 'l'],
  [/ø/g, 'o'],
  [/æ/g, 'a'],
  [/[أإآٱ]/g, 'ا'],
  [/ة/g, 'ه'],
  [/ى/g, 'ي'],
  // An umlaut and its transcription are one form.
  [/([aou])e(?!u)/g, '$1'],
]

/**
 * The words of a short message as visitors type them: without case, diacritics and punctuation, and with each run of one letter
 * as a single letter, so that "Heyyy" is "hey" and "Tschuess" is "tschüss".
 */
export function normalizePhrase(text: string): string[] {
  let folded = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}ـ]/gu, '')
  for (const [letters, replacement] of foldedLetters) folded = folded.replace(letters, replacement)
  return (
    folded
      .replace(/['’‘`׳]/g, '')
      .replace(/(\p{L})\1+/gu, '$1')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
