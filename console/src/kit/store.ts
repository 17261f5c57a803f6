import { useSyncExternalStore } from 'react'

type Listener = () => void

/** A value that lives outside React. */
export type Store<Value> = {
  get(): Value
  set(next: Value): void
  /** Returns the function that unsubscribes. */
  subscribe(listener: Listener): () => void
}

/** The listeners of a value that is stored elsewhere, for example in localStorage. */
export function createListeners() {
  const listeners = new Set<Listener>()
  return {
    subscribe(listener: Listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify() {
      for (const listener of listeners) listener()
    },
  }
}

/** A store in memory. Listeners run after every `set`. */
export function createStore<Value>(initial: Value): Store<Value> {
  const { subscribe, notify } = createListeners()
  let value = initial
  return {
    get: () => value,
    set(next) {
      value = next
      notify()
    },
    subscribe,
  }
}

/** Renders with the value of a store, and again whenever it changes. */
export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get)
}
