import type { WidgetContent } from '@aichat/contracts/widget'

/** The strict policy of the page allows no style text; single properties set here are fine. */
export function setColours({ brand }: WidgetContent) {
  const { style } = document.documentElement
  style.setProperty('--primary', brand.primaryColor)
  style.setProperty('--on-primary', brand.fontColor)
}
