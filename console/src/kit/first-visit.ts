import { useUser } from './auth-storage.ts'
import { createListeners, useStore } from './store.ts'

const key = 'first-visit'
const { subscribe, notify } = createListeners()

/** Remembers in this browser who has signed up here and has not signed in again since. */
export function startFirstVisit(userId: string) {
  localStorage.setItem(key, userId)
  notify()
}

export function endFirstVisit() {
  localStorage.removeItem(key)
  notify()
}

/** Whether the signed-in user has just created the account. */
export function useIsFirstVisit(): boolean {
  const user = useUser()
  const userId = useStore({ get: () => localStorage.getItem(key), subscribe })
  return user !== null && user.id === userId
}
