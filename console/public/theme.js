// Runs before the first paint, to avoid a flash of the light theme and a layout shift.
;(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage can be blocked. Then the defaults apply.
      return null
    }
  }
  const root = document.documentElement
  const theme = stored('theme') || 'system'
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.classList.toggle('dark', dark)
  root.dataset.density = stored('density') === 'compact' ? 'compact' : 'comfortable'
})()
