import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { ChildProcessLimitError } from '../kit/process/child-process.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { broadcastFindings } from './broadcast.ts'
import type { FoundFinding } from './detect/types.ts'
import { inspectInChild } from './inspect-in-child.ts'
import {
  claimInspection,
  finishInspection,
  listDueInspections,
  type NewFinding,
  replaceFindings,
  type Scope,
} from './store.ts'

export const inspectionQueue = 'inspections'

export type Inspections = {
  /** Handles a job of the queue. */
  handle(data: Record<string, string>): Promise<void>
  /** Starts inspections that are due. */
  start(): void
  close(): Promise<void>
}

type Dependencies = Pick<App, 'db' | 'clock' | 'jobs' | 'realtime' | 'log'>

const taskName = 'inspections'
const intervalMs = 5000
const batchSize = 50

/** Inspects the knowledge of a project after it has changed, and once a day. */
export function createInspections(app: Dependencies): Inspections {
  let task: ScheduledTask | undefined

  async function handle({ companyId, projectId }: Record<string, string>): Promise<void> {
    if (!companyId || !projectId) return
    const scope = { companyId, projectId }
    const found = await inspect(scope)
    const isChanged = await app.db.company(companyId, async (sql) => {
      const changed = found !== null && (await replaceFindings(sql, scope, removeRepeated(found)))
      await finishInspection(sql, projectId)
      return changed
    })
    if (isChanged) await broadcastFindings(app, scope)
  }

  /** Null for a project that takes too long: its findings stay until the next day. */
  async function inspect(scope: Scope): Promise<NewFinding[] | null> {
    try {
      return (await inspectInChild(app, scope)).map(toNewFinding)
    } catch (error) {
      if (!(error instanceof ChildProcessLimitError)) throw error
      app.log.warn({ err: error, projectId: scope.projectId }, 'failed to inspect the knowledge')
      return null
    }
  }

  async function startDue(signal: AbortSignal): Promise<void> {
    const due = await app.db.lookup((sql) => listDueInspections(sql, batchSize))
    await forEachItem(due, claimAndAdd, { task: taskName, log: app.log, signal })
  }

  async function claimAndAdd({ companyId, projectId }: Scope): Promise<void> {
    const isClaimed = await app.db.company(companyId, (sql) => claimInspection(sql, projectId))
    if (isClaimed) await app.jobs.add(inspectionQueue, projectId, { companyId, projectId })
  }

  return {
    handle,
    start() {
      task = scheduleTask({ name: taskName, intervalMs, run: startDue }, app.log)
    },
    async close() {
      await task?.close()
    },
  }
}

function toNewFinding({ kind, passages }: FoundFinding): NewFinding {
  const [first, second] = passages
  if (!first) throw new Error('A finding has at least one passage')
  return {
    id: newId(),
    kind,
    fingerprint: createFingerprint(kind, passages),
    itemId: first.itemId,
    otherItemId: second && second.itemId !== first.itemId ? second.itemId : null,
    passages,
  }
}

/** Equal while the sentences are: other parts of the items may change. */
function createFingerprint(kind: string, passages: FoundFinding['passages']): string {
  const texts = passages.map(({ itemId, quote }) => `${itemId} ${quote.replace(/\s+/g, ' ').trim()}`).sort()
  return createHash('sha256')
    .update([kind, ...texts].join('\n'))
    .digest('base64url')
}

function removeRepeated(findings: NewFinding[]): NewFinding[] {
  return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()]
}
