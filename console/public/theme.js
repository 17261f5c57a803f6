// Runs before the first paint, so that a dark page never flashes white and no row changes its height.
;(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage can be refused; the defaults are a fine answer.
      return null
    }
  }
  const root = document.documentElement
  const theme = stored('theme') || 'system'
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.classList.toggle('dark', dark)
  root.dataset.density = stored('density') === 'compact' ? 'compact' : 'comfortable'
})()
