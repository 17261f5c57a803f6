import type { SignedIn } from '@aichat/contracts/auth'
import type { Route } from '@playwright/test'
import { call, signIn } from './company.ts'
import { test as base } from './product.ts'

/** A new company whose owner is signed in on the test's page. */
export type Staff = SignedIn & { ask: ReturnType<typeof createApiClient> }

let counter = 0

export const test = base.extend<{ staff: Staff }>({
  baseURL: ({ product }, use) => use(product.url),
  staff: async ({ page, product }, use) => {
    const signedIn = await signUp(product.url)
    await signIn(page, product.url, signedIn)
    await use({ ...signedIn, ask: createApiClient(product.url, signedIn) })
  },
})

export function signUp(url: string): Promise<SignedIn> {
  return call(url, 'POST', '/api/auth/signup', {
    companyName: 'Example Company',
    name: 'Sample Agent',
    email: newEmail(),
    password: 'correct horse',
  })
}

export function newEmail() {
  return `staff-${Date.now()}-${++counter}@example.com`
}

/** Returns a function that calls the API as the given user and returns the data. */
export function createApiClient(url: string, { tokens }: SignedIn) {
  return async (method: string, path: string, body?: object) =>
    (await call(url, method, path, body, tokens.accessToken)).data
}

/** Responds with status 500, with or without a message. */
export function respondWithError(message?: string) {
  return (route: Route) => route.fulfill({ status: 500, json: { success: false, message } })
}
