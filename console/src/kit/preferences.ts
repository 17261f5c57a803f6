import { writingTones } from '@aichat/contracts/writing'
import { useSyncExternalStore } from 'react'

/** One choice that a person makes for this browser; every tab follows it. */
export type Preference<Value extends string> = {
  values: readonly Value[]
  current(): Value
  choose(value: Value): void
  subscribe(listener: () => void): () => void
}

/** The first value is the default. */
export function preference<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): Preference<Value> {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) tell()
  })
  return {
    values,
    current() {
      const stored = localStorage.getItem(key)
      return values.find((value) => value === stored) ?? values[0]
    },
    choose(value) {
      localStorage.setItem(key, value)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export function usePreference<Value extends string>({ subscribe, current }: Preference<Value>): Value {
  return useSyncExternalStore(subscribe, current)
}

export const sound = preference('sound', ['on', 'off'])
export const desktopAlerts = preference('desktop-alerts', ['off', 'on'])
export const alertsOffer = preference('desktop-alerts-offer', ['open', 'declined'])
export const doNotDisturb = preference('do-not-disturb', ['off', 'on'])
export const singleKeys = preference('single-key-shortcuts', ['on', 'off'])
/** Beside the conversation, where there is room for it. */
export const visitorPane = preference('visitor-pane', ['closed', 'open'])
export const sidebar = preference('sidebar', ['wide', 'rail'])
/** As specified: 1 or 0, and true is read as 1. */
export const writingAssistant = preference('writing-assistant-enabled', ['0', '1', 'true'])
export const writingTone = preference('writing-assistant-tone', writingTones)
