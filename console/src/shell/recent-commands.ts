import { log } from '../kit/log.ts'

const key = 'recent-commands'
const maxRecentCommands = 5

/** The ids of recently used commands, latest first. */
export function listRecentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch (error) {
    log('Failed to read the recent commands', error)
    return []
  }
}

export function addRecentCommand(id: string) {
  const others = listRecentCommands().filter((one) => one !== id)
  localStorage.setItem(key, JSON.stringify([id, ...others].slice(0, maxRecentCommands)))
}
