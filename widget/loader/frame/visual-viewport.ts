/** Fits the chat into the part of the page that a phone's keyboard does not cover. Returns the function that stops it. */
export function followVisualViewport(box: HTMLElement): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const fit = () => {
    box.style.setProperty('--height', `${viewport.height}px`)
    box.style.setProperty('--top', `${viewport.offsetTop}px`)
  }
  viewport.addEventListener('resize', fit)
  viewport.addEventListener('scroll', fit)
  fit()
  return () => {
    viewport.removeEventListener('resize', fit)
    viewport.removeEventListener('scroll', fit)
  }
}
