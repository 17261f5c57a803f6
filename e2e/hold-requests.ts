import { expect, type Page, type Request } from '@playwright/test'

/** Holds back requests of the page whose URL matches. */
export async function holdRequests(page: Page, url: string | RegExp) {
  const held: Request[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(url, async (route) => {
    held.push(route.request())
    await gate
    await route.continue()
  })
  return {
    waitForRequest: () => expect.poll(() => held.length).toBeGreaterThan(0),
    /** Lets them go, and waits for the answer to the first one. */
    async release() {
      open()
      await (await held[0]?.response())?.finished()
    },
  }
}
