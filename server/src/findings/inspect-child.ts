import { gunzipSync } from 'node:zlib'
import { inspectKnowledge } from './detect/inspect.ts'
import type { FoundFinding, InspectedItem } from './detect/types.ts'

/** Inspects items, one in each line of the compressed input. Runs in a child process. */
export function inspectLines({ now }: { now: string }, input: Uint8Array): FoundFinding[] {
  const lines = gunzipSync(input).toString('utf8').split('\n').filter(Boolean)
  return inspectKnowledge(
    lines.map((line) => JSON.parse(line) as InspectedItem),
    new Date(now),
  )
}
