// Runs before the first paint, so that a dark page never flashes white.
;(() => {
  let theme = 'system'
  try {
    theme = localStorage.getItem('theme') || 'system'
  } catch {
    // Storage can be refused; the system's theme is a fine answer.
  }
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
})()
