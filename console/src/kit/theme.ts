import { useSyncExternalStore } from 'react'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'
const listeners = new Set<() => void>()
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')

export function useTheme() {
  return useSyncExternalStore(subscribe, currentTheme)
}

export function chooseTheme(theme: Theme) {
  localStorage.setItem(key, theme)
  apply()
}

function currentTheme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

function apply() {
  const theme = currentTheme()
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark.matches)
  document.documentElement.classList.toggle('dark', isDark)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

systemIsDark.addEventListener('change', apply)
window.addEventListener('storage', (event) => event.key === key && apply())
