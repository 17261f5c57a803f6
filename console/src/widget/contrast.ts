/** The WCAG contrast of two hex colours, or null when one of them is not a colour. */
export function contrastRatio(one: string, other: string): number | null {
  const first = luminance(one)
  const second = luminance(other)
  if (first === null || second === null) return null
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

export function contrastWords(ratio: number): { words: string; isEasy: boolean } {
  if (ratio >= 4.5) return { words: 'easy to read', isEasy: true }
  return { words: ratio >= 3 ? 'hard to read for some' : 'too faint', isEasy: false }
}

function luminance(hex: string): number | null {
  const match =
    /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?)$/i.exec(hex)
  if (!match) return null
  const digits = match[1] ? match.slice(1, 4).map((digit) => digit + digit) : match.slice(4, 7)
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => linear(Number.parseInt(pair, 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number) {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
