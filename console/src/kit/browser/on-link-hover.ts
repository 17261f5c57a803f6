/** Calls back once for each path of this origin whose link the pointer or the focus enters. */
export function onLinkHover(preload: (path: string) => void) {
  const known = new Set<string>()
  function onEnter({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin || known.has(link.pathname)) return
    known.add(link.pathname)
    preload(link.pathname)
  }
  document.addEventListener('pointerover', onEnter, { passive: true })
  document.addEventListener('focusin', onEnter)
}
