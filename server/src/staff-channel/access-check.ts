import type { App } from '../app.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { scheduleTask } from '../kit/process/scheduler.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import { listActiveSignIns } from '../users/store.ts'
import type { StaffContext } from './types.ts'

const intervalMs = 5000
const taskName = 'staff access check'

export type StaffAccessCheck = {
  /** Checks this connection until it is closed. */
  add(context: StaffContext): void
  close(): Promise<void>
}

type Dependencies = Pick<App, 'db' | 'callers' | 'clock' | 'log'>

/**
 * Closes the connections of this process whose token has expired or whose sign-in has ended. A revocation closes them
 * immediately by a peer event. The check covers revocations without one: the event was lost while Redis was unavailable, or
 * the row was changed directly in the database.
 */
export function startStaffAccessCheck(app: Dependencies, bus: InvalidationBus): StaffAccessCheck {
  const connected = new Map<string, Set<StaffContext>>()

  async function check(signal: AbortSignal): Promise<void> {
    for (const contexts of connected.values()) closeExpired(contexts, app.clock.now())
    await forEachItem(
      [...connected.keys()].map((companyId) => ({ companyId })),
      ({ companyId }) => closeEnded(app, companyId, connected.get(companyId) ?? new Set()),
      { task: taskName, log: app.log, signal },
    )
  }

  function remove(companyId: string, context: StaffContext): void {
    const contexts = connected.get(companyId)
    contexts?.delete(context)
    if (contexts?.size === 0) connected.delete(companyId)
  }

  const task = scheduleTask({ name: taskName, intervalMs, run: check }, app.log)
  bus.subscribe((notice) => {
    if (notice === null) void task.runNow()
  })
  return {
    add(context) {
      const { companyId } = context.caller
      const contexts = connected.get(companyId) ?? new Set()
      connected.set(companyId, contexts.add(context))
      context.socket.on('disconnect', () => remove(companyId, context))
    },
    close: task.close,
  }
}

function closeExpired(contexts: Set<StaffContext>, now: number): void {
  for (const { expiresAt, socket } of contexts) if (expiresAt <= now) socket.disconnect(true)
}

async function closeEnded(
  { db, callers }: Pick<App, 'db' | 'callers'>,
  companyId: string,
  contexts: Set<StaffContext>,
): Promise<void> {
  const ids = [...new Set([...contexts].map(({ caller }) => caller.signInId))]
  const active = new Set(await db.company(companyId, (sql) => listActiveSignIns(sql, ids)))
  const ended = new Set(ids.filter((id) => !active.has(id)))
  // Without this, clients could reconnect for as long as the caller is cached.
  for (const id of ended) callers.invalidate(id)
  for (const { caller, socket } of contexts) if (ended.has(caller.signInId)) socket.disconnect(true)
}
