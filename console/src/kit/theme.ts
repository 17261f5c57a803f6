import { preference } from './preferences.ts'

/** `theme.js` sets it before the first paint. */
export const theme = preference('theme', ['system', 'light', 'dark'])

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')

function apply() {
  const chosen = theme.current()
  const isDark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches)
  document.documentElement.classList.toggle('dark', isDark)
}

theme.subscribe(apply)
systemIsDark.addEventListener('change', apply)
