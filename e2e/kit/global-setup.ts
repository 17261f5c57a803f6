import type { FullConfig } from '@playwright/test'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { startProduct } from './start-product.ts'

/** Starts the product that the workers share, which may read the website of each of them. Returns the teardown. */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  const ports = await Promise.all(Array.from({ length: workers }, findFreePort))
  const product = await startProduct({ FETCH_ALLOW: ports.map((port) => `127.0.0.1:${port}`).join() })
  process.env.E2E_WEBSITE_PORTS = JSON.stringify(ports)
  process.env.E2E_PRODUCT_URL = product.url
  process.env.E2E_PRODUCT_LOG = product.logFile
  return product.stop
}
