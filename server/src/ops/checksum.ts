import { createHash } from 'node:crypto'

export type Checksum = { add(line: string): void; end(): { rows: number; checksum: string } }

const space = 1n << 256n

/** Sums the hashes of all lines: independent of their order, and different if a line is missing, changed or duplicated. */
export function createChecksum(): Checksum {
  let sum = 0n
  let rows = 0
  return {
    add(line) {
      sum = (sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % space
      rows += 1
    },
    end: () => ({ rows, checksum: sum.toString(16).padStart(64, '0') }),
  }
}
