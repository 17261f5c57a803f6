import type { WidgetContent } from '@aichat/contracts/widget'

/** The page's policy forbids inline styles, but allows setting single properties. */
export function setColors({ brand }: WidgetContent) {
  const { style } = document.documentElement
  style.setProperty('--primary', brand.primaryColor)
  style.setProperty('--on-primary', brand.fontColor)
}
