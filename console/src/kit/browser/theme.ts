import { createPreference } from './preferences.ts'

/** `startup.js` applies it before the first paint. */
export const theme = createPreference('theme', ['system', 'light', 'dark'])

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')

function apply() {
  const chosen = theme.get()
  const isDark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches)
  document.documentElement.classList.toggle('dark', isDark)
}

theme.subscribe(apply)
systemIsDark.addEventListener('change', apply)
