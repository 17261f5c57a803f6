import type { PublicWidgetContent } from '@aichat/contracts/widget'

/** The page's policy forbids inline styles, but allows setting single properties. */
export function setColors({ brand }: PublicWidgetContent) {
  const { style } = document.documentElement
  style.setProperty('--primary', brand.primaryColor)
  style.setProperty('--on-primary', brand.fontColor)
}
