import { getContrast, getVisibleColor, parseColor } from '@aichat/contracts/kit/visible-color'
import type { PublicWidgetContent } from '@aichat/contracts/widget/widget'

const onLight = { surface: '#ffffff', end: 0, minContrast: 4.5 }
const onDark = { surface: '#141c24', end: 255, minContrast: 6 }

/** The page's policy forbids inline styles, but allows setting single properties. */
export function setColors({ brand: { primaryColor, fontColor } }: PublicWidgetContent) {
  const { style } = document.documentElement
  style.setProperty('--primary', primaryColor)
  style.setProperty('--on-primary', getVisibleColor(fontColor, primaryColor))
  style.setProperty('--brand-on-light', findShade(primaryColor, onLight))
  style.setProperty('--brand-on-dark', findShade(primaryColor, onDark))
}

/** The nearest shade that can be read on the surface, toward black (0) or white (255). */
function findShade(color: string, { surface, end, minContrast }: typeof onLight): string {
  const channels = parseColor(color)
  for (let share = 0; ; share += 0.1) {
    const mixed = channels.map((channel) => Math.round(channel + (end - channel) * share))
    const shade = `rgb(${mixed})`
    if (share >= 1 || getContrast(mixed, parseColor(surface)) >= minContrast) return shade
  }
}
