import type { Route } from '@playwright/test'
import { type Person, signUp as signUpOwner } from '../../server/test/kit/client.ts'
import { signIn } from './company.ts'
import { test as base } from './product.ts'

/** A new company whose owner is signed in on the test's page. `ask` calls the API and returns the `data`. */
export type Staff = Person & { ask: Person['get'] }

export const test = base.extend<{ staff: Staff }>({
  baseURL: ({ product }, use) => use(product.url),
  staff: async ({ page, product }, use) => {
    const owner = await signUp(product.url)
    await signIn(page, product.url, owner)
    await use({ ...owner, ask: owner.get })
  },
})

/** The owner of a new company, with the names that the tests expect on screens. */
export function signUp(url: string): Promise<Person> {
  return signUpOwner(url, 'owner', { companyName: 'Example Company', name: 'Sample Agent' })
}

/** Responds with status 500, with or without a message. */
export function respondWithError(message?: string) {
  return (route: Route) => route.fulfill({ status: 500, json: { success: false, message } })
}
