/** Where less height is missing, it is a toolbar of the browser and not an on-screen keyboard. */
const minKeyboardHeight = 100

/**
 * Sets `--visible-height` and `--visible-top` on the element while an on-screen keyboard covers a part of the page, for browsers
 * that do not resize the page then (Safari on iOS). A zoomed page keeps its size. Returns the function that stops it.
 */
export function followVisibleArea(element: HTMLElement): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const fit = () => {
    const isCovered = viewport.scale === 1 && window.innerHeight - viewport.height > minKeyboardHeight
    setLength(element, '--visible-height', isCovered ? viewport.height : null)
    setLength(element, '--visible-top', isCovered ? viewport.offsetTop : null)
  }
  viewport.addEventListener('resize', fit)
  viewport.addEventListener('scroll', fit)
  fit()
  return () => {
    viewport.removeEventListener('resize', fit)
    viewport.removeEventListener('scroll', fit)
  }
}

function setLength({ style }: HTMLElement, name: string, pixels: number | null): void {
  if (pixels === null) style.removeProperty(name)
  else style.setProperty(name, `${pixels}px`)
}
