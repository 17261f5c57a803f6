import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { test as base } from '@playwright/test'
import { startProduct } from './start-product.ts'

export type Product = { url: string; logged(): string }

/** A customer's website on another origin, with its HTML by path; below /api/, JSON. */
type Website = { url: string; pages: Record<string, string> }

type Fixtures = {
  environment: Record<string, string>
  hasWidgetHost: boolean
  product: Product
  website: Website
}

export const test = base.extend<object, Fixtures>({
  environment: [{}, { option: true, scope: 'worker' }],
  /** Whether the widget is served from 127.0.0.1 and the console from localhost. */
  hasWidgetHost: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ website, environment, hasWidgetHost }, use) => {
      if (!hasWidgetHost && Object.keys(environment).length === 0) return use(getSharedProduct())
      const started = await startProduct(
        { FETCH_ALLOW: new URL(website.url).host, ...environment },
        hasWidgetHost,
      )
      await use(toProduct(started.url, started.logFile))
      await started.stop()
    },
    { scope: 'worker' },
  ],
  website: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture asks for
    async ({}, use, { parallelIndex }) => {
      const pages: Record<string, string> = {}
      const server = createServer((request, response) => {
        const [path] = (request.url ?? '/').split('?') as [string]
        const page = pages[path]
        const type = path.startsWith('/api/') ? 'application/json' : 'text/html; charset=utf-8'
        response.writeHead(page === undefined ? 404 : 200, { 'content-type': type })
        response.end(page ?? '')
      })
      const port = getWebsitePorts()[parallelIndex] as number
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      await use({ url: `http://127.0.0.1:${port}`, pages })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
})

/** The product that all tests without settings of their own share. global-setup.ts starts it and sets the variables. */
function getSharedProduct(): Product {
  const { E2E_PRODUCT_URL, E2E_PRODUCT_LOG } = process.env
  return toProduct(E2E_PRODUCT_URL as string, E2E_PRODUCT_LOG as string)
}

const toProduct = (url: string, logFile: string): Product => ({
  url,
  logged: () => readFileSync(logFile, 'utf8'),
})

/** The port of each worker's website, which the shared product may read. */
const getWebsitePorts = (): number[] => JSON.parse(process.env.E2E_WEBSITE_PORTS ?? '[]')
