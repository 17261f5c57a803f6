/** WCAG asks for this contrast of symbols and of large text. */
const minVisibleContrast = 3

/** The color, or black or white where it can hardly be seen on the background. */
export function getVisibleColor(color: string, background: string): string {
  const [own, behind] = [parseColor(color), parseColor(background)]
  if (getContrast(own, behind) >= minVisibleContrast) return color
  return getLuminance(behind) > 0.18 ? '#000' : '#fff'
}

/** The channels of a color in hexadecimal digits, without its opacity. */
export function parseColor(color: string): number[] {
  const digits = color.length < 6 ? color.replace(/\w/g, '$&$&') : color
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}

export function getContrast(one: number[], other: number[]): number {
  const [low = 0, high = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function getLuminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255
    return share > 0.04 ? ((share + 0.055) / 1.055) ** 2.4 : share / 12.92
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
