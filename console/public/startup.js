// Runs before the first paint, to avoid a flash of the light theme, a layout shift and an empty page.
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

  // The frame that index.html shows until the first screen has been rendered.
  const isPublic = /^\/(?:forgot-password|reset-password|invitations|confirm-email)\b/.test(location.pathname)
  const isSignedIn = stored('accessToken') !== null && !isPublic
  const signIn = location.pathname === '/signup' || isPublic ? 'account' : 'sign-in'
  root.dataset.startup = isSignedIn ? (stored('sidebar') === 'rail' ? 'rail' : 'shell') : signIn
  const fail = ({ target }) => {
    if (target instanceof HTMLScriptElement) root.dataset.startup = 'failed'
  }
  addEventListener('error', fail, { capture: true })
})()
