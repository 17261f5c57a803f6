/** As in launcher.css: on phones, and where a page is zoomed in, the chat fills the screen. */
export const fullScreen = matchMedia('(max-width:479px),(max-height:499px)')

/**
 * While the chat fills the screen, the page below neither scrolls nor takes the focus. Returns the function that adapts the page
 * to the view.
 */
export function createPageLock(host: Element, view: { isOpen: boolean; isVisible: boolean }): () => void {
  const { style, children } = document.documentElement
  let overflow = ''
  let locked: HTMLElement[] | undefined
  function update() {
    const isLocked = view.isOpen && view.isVisible && fullScreen.matches
    if (isLocked === Boolean(locked)) return
    const isUnlocked = (element: HTMLElement) => element !== host && !element.inert
    const elements = locked ?? [...(children as HTMLCollectionOf<HTMLElement>)].filter(isUnlocked)
    for (const element of elements) element.inert = isLocked
    locked = isLocked ? elements : undefined
    if (isLocked) overflow = style.overflow
    style.overflow = isLocked ? 'hidden' : overflow
  }
  fullScreen.addEventListener('change', update)
  return update
}
