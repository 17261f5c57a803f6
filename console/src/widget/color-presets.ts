/** Brand colors with enough contrast to white, and font colors for dark and light backgrounds. */
export const brandPresets = [
  '#287db2',
  '#3b5bdb',
  '#6b41c2',
  '#a61e6e',
  '#b02a37',
  '#8f5200',
  '#1b7a4b',
  '#14202b',
] as const

export const fontPresets = [
  '#ffffff',
  '#f5f7fa',
  '#fff6db',
  '#e2f0fa',
  '#000000',
  '#14202b',
  '#0e476b',
  '#4f2b9c',
] as const

export function isSameColor(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
