import { expect, type Page, type Request } from '@playwright/test'

/** Delays requests of the page whose URL matches until `release` is called. */
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
    /** Continues the requests and waits for the response to the first one. */
    async release() {
      open()
      await (await held[0]?.response())?.finished()
    },
  }
}
