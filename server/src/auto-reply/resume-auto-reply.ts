import type { App } from '../app.ts'
import { findSession } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import { listDueResumptions, resumeAutoReply } from './store.ts'

type Dependencies = Pick<App, 'db' | 'presence' | 'realtime'>

const maxAtOnce = 200

/** Turns auto-reply on again where an agent's reply turned it off and the configured time without another one has passed. */
export async function resumeDueAutoReplies(
  app: Dependencies,
  schedule: (companyId: string, sessionId: string) => void,
): Promise<void> {
  const due = await app.db.lookup((sql) => listDueResumptions(sql, maxAtOnce))
  for (const { companyId, sessionId } of due) {
    const resumed = await app.db.company(companyId, async (sql) =>
      (await resumeAutoReply(sql, sessionId)) ? findSession(sql, sessionId) : null,
    )
    if (!resumed) continue
    await broadcastSession(app, resumed)
    schedule(companyId, sessionId)
  }
}
