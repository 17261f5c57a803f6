import { log } from '../kit/log.ts'

const key = 'recent-commands'
const most = 5

/** The ids of what was chosen lately, the latest first. */
export function recentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch (error) {
    log('The recent commands could not be read', error)
    return []
  }
}

export function rememberCommand(id: string) {
  const others = recentCommands().filter((one) => one !== id)
  localStorage.setItem(key, JSON.stringify([id, ...others].slice(0, most)))
}
