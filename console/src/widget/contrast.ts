type Channels = [number, number, number]

/** What stands on the color. WCAG AA demands less contrast of graphics than of small text. */
export type ContrastPurpose = 'text' | 'graphic'

const minContrastRatios: Record<ContrastPurpose, number> = { text: 4.5, graphic: 3 }
const legibleTextRatio = 3

/** The WCAG contrast ratio of two hex colors, or null when one of them is invalid. */
export function contrastRatio(one: string, other: string): number | null {
  const [first, second] = [parseHex(one), parseHex(other)]
  return first && second ? computeRatio(first, second) : null
}

export function describeContrast(
  ratio: number,
  purpose: ContrastPurpose = 'text',
): { label: string; isReadable: boolean } {
  const isReadable = ratio >= minContrastRatios[purpose]
  if (purpose === 'graphic') return { label: isReadable ? 'easy to see' : 'hard to see', isReadable }
  if (isReadable) return { label: 'easy to read', isReadable }
  return { label: ratio >= legibleTextRatio ? 'hard to read for some' : 'too faint', isReadable }
}

/** The nearest darker or lighter shade of a color with enough contrast to the other color. */
export function findReadableShade(
  color: string,
  beside: string,
  purpose: ContrastPurpose = 'text',
): string | null {
  const [from, other] = [parseHex(color), parseHex(beside)]
  if (!from || !other) return null
  for (let share = 0; share <= 1; share += 0.005) {
    for (const end of [0, 255]) {
      const shade = from.map((channel) => Math.round(channel + (end - channel) * share)) as Channels
      if (computeRatio(shade, other) >= minContrastRatios[purpose]) return toHex(shade)
    }
  }
  // Unreachable: either black or white has a contrast of at least 4.58 to any color.
  return null
}

function computeRatio(one: Channels, other: Channels): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function parseHex(hex: string): Channels | null {
  const match =
    /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?)$/i.exec(hex)
  if (!match) return null
  const digits = match[1] ? match.slice(1, 4).map((digit) => digit + digit) : match.slice(4, 7)
  return digits.map((pair) => Number.parseInt(pair, 16)) as Channels
}

function toHex(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function luminance([red, green, blue]: Channels): number {
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255)
}

function linear(channel: number) {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
