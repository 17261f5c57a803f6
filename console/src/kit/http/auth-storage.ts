import type { SignedIn, Tokens } from '@aichat/contracts/company/auth'
import type { Company } from '@aichat/contracts/company/companies'
import type { User } from '@aichat/contracts/company/users'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../store.ts'

const keys = { access: 'accessToken', refresh: 'refreshToken', user: 'user', company: 'company' } as const

/** Why the tab is signed out: the user signed out, or the server ended the session. */
export type SignOutReason = 'chosen' | 'ended' | null

const signIn = createListeners()
let signOutReason: SignOutReason = null

export function storeSignIn({ tokens, data }: SignedIn) {
  signOutReason = null
  localStorage.setItem(keys.user, JSON.stringify(data.user))
  localStorage.setItem(keys.company, JSON.stringify(data.company))
  storeTokens(tokens)
}

/** Updates the stored user or company without touching the tokens. */
export function storeAccount({ user, company }: Partial<SignedIn['data']>) {
  // A response that arrives after sign-out must not be stored.
  if (getAccessToken() === null) return
  if (user) localStorage.setItem(keys.user, JSON.stringify(user))
  if (company) localStorage.setItem(keys.company, JSON.stringify(company))
  signIn.notify()
}

export function storeTokens(tokens: Tokens) {
  localStorage.setItem(keys.access, tokens.accessToken)
  localStorage.setItem(keys.refresh, tokens.refreshToken)
  signIn.notify()
}

export function clearSignIn(reason: SignOutReason) {
  signOutReason = reason
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  signIn.notify()
}

export function getAccessToken() {
  return localStorage.getItem(keys.access)
}

export function getRefreshToken() {
  return localStorage.getItem(keys.refresh)
}

export function getSignOutReason() {
  return signOutReason
}

/** Subscribes to changes made here and in other tabs. */
export const subscribeToSignIn = signIn.subscribe

export function useIsSignedIn() {
  return useSyncExternalStore(subscribeToSignIn, () => getAccessToken() !== null)
}

export function getCurrentUser(): User | null {
  return parse<User>(localStorage.getItem(keys.user))
}

export function useUser() {
  return useStored<User>(keys.user)
}

export function useCompany() {
  return useStored<Company>(keys.company)
}

function useStored<Value>(key: string): Value | null {
  return parse<Value>(useSyncExternalStore(subscribeToSignIn, () => localStorage.getItem(key)))
}

function parse<Value>(text: string | null): Value | null {
  if (!text) return null
  try {
    return JSON.parse(text) as Value
  } catch {
    return null
  }
}

window.addEventListener('storage', (event) => {
  const ours: string[] = Object.values(keys)
  if (event.key === null || ours.includes(event.key)) signIn.notify()
})
