import { beforeEach } from 'vitest'

/** Client addresses that only the current test uses, so that the limits of one test do not affect another. */
export function createClientAddresses(): (host: number) => string {
  let testCount = 0
  beforeEach(() => void testCount++)
  return (host) => `10.1.${testCount}.${host}`
}
