import { createListeners, type Store, useStore } from '../store.ts'

/** A setting of this browser, in sync across its tabs. */
export type Preference<Value extends string> = Store<Value> & { values: readonly Value[] }

/** The first value is the default. */
export function createPreference<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): Preference<Value> {
  const { subscribe, notify } = createListeners()
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) notify()
  })
  return {
    values,
    get() {
      const stored = localStorage.getItem(key)
      return values.find((value) => value === stored) ?? values[0]
    },
    set(value) {
      localStorage.setItem(key, value)
      notify()
    },
    subscribe,
  }
}

export function usePreference<Value extends string>(preference: Preference<Value>): Value {
  return useStore(preference)
}

export const sound = createPreference('sound', ['on', 'off'])
export const desktopAlerts = createPreference('desktop-alerts', ['off', 'on'])
/** `declined` is in browsers whose user answered the prompt of an earlier version. */
export const desktopAlertsPrompt = createPreference('desktop-alerts-offer', ['open', 'declined', 'shown'])
export const doNotDisturb = createPreference('do-not-disturb', ['off', 'on'])
export const singleKeyShortcuts = createPreference('single-key-shortcuts', ['on', 'off'])
/** The pane beside the conversation, on wide screens. */
export const visitorPane = createPreference('visitor-pane', ['open', 'closed'])
export const sidebar = createPreference('sidebar', ['wide', 'rail'])
