import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { findingLimits } from '@aichat/contracts/ai/findings'
import type { App } from '../app.ts'
import { runInChildProcess, siblingModule } from '../kit/process/child-process.ts'
import type { FoundFinding, InspectedItem } from './detect/types.ts'
import { type InspectedItemId, listInspectedItems, loadItems, type Scope } from './store.ts'

/** The job's lease ends after 75 s. 14,000 chunks took 44 s, with a heap of up to 550 MB. */
const limits = { timeMs: 60_000, memoryMb: 1100 }
const itemsPerQuery = 50
/** Of a project with more text, the newest items are inspected. */
const maxCharacters = 30_000_000

/** Reads a project's knowledge in parts and inspects it in a child process, so that this process stays responsive. */
export async function inspectInChild(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  scope: Scope,
): Promise<FoundFinding[]> {
  const ids = await db.company(scope.companyId, (sql) => listInspectedItems(sql, scope.projectId))
  if (ids.length === 0) return []

  async function* readLines(): AsyncGenerator<string> {
    for (const part of toParts(ids)) {
      const items: InspectedItem[] = await db.company(scope.companyId, (sql) =>
        loadItems(sql, scope.projectId, part),
      )
      for (const item of items) yield `${JSON.stringify(item)}\n`
    }
  }

  const found = await runInChildProcess<FoundFinding[]>({
    module: siblingModule(import.meta.url, 'inspect-child'),
    name: 'inspectLines',
    argument: { now: new Date(clock.now()).toISOString() },
    openInput: async () => compress(readLines()),
    limits,
  })
  return limitPerKind(found)
}

/** An error of the source ends the stream, so that the child process does not wait for the rest. */
function compress(lines: AsyncGenerator<string>): Readable {
  const compressed = createGzip({ level: 1 })
  const source = Readable.from(lines)
  source.once('error', (error) => compressed.destroy(error))
  return source.pipe(compressed)
}

function* toParts(items: InspectedItemId[]): Generator<string[]> {
  let characters = 0
  const chosen = items.filter((item) => {
    characters += item.characters
    return characters <= maxCharacters
  })
  for (let index = 0; index < chosen.length; index += itemsPerQuery)
    yield chosen.slice(index, index + itemsPerQuery).map(({ id }) => id)
}

function limitPerKind(findings: FoundFinding[]): FoundFinding[] {
  const counts = new Map<string, number>()
  return findings.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= findingLimits.perKind
  })
}
