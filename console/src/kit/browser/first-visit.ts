import { useUser } from '../http/auth-storage.ts'

const key = 'first-visit'

/** Records in this browser who has signed up here and has not signed in again since. */
export function startFirstVisit(userId: string) {
  localStorage.setItem(key, userId)
}

export function endFirstVisit() {
  localStorage.removeItem(key)
}

/** Whether the signed-in user has just created the account. */
export function useIsFirstVisit(): boolean {
  const user = useUser()
  return user !== null && user.id === localStorage.getItem(key)
}
