import type { App } from '../app.ts'
import type { Sweep } from '../files/sweep.ts'
import type { Sql } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'
import { broadcastAnswerState } from './broadcast.ts'
import { eraseFromTraces, eraseText } from './erase-text-store.ts'

export const textErasureQueue = 'text-erasures'

type Text = { companyId: string; projectId: string; kind: 'item' | 'faq'; id: string }

export type TextErasure = {
  /**
   * Erases a text from the draft, all releases and what was computed from it, and then from the traces of replies. `record` runs in
   * the same transaction, with the title, null where no release has the text. What takes longer than a moment is left to a job.
   */
  erase(text: Text, record: (sql: Sql, title: string | null) => Promise<void>): Promise<void>
  /** Handles a job of the queue. */
  handle(data: Record<string, string>): Promise<void>
}

const batchSize = 500
const maxRequestMs = 2000
/** Shorter than a job's lease; a follow-up job continues. */
const maxJobMs = 45_000
/** The job finishes what a process that ended during the request has left. */
const jobDelaySeconds = 30

export function createTextErasure(
  app: Pick<App, 'clock' | 'db' | 'jobs' | 'realtime'> & { sweep: Sweep },
): TextErasure {
  const { db, jobs, clock, sweep } = app

  /** Returns the conversation to continue after, or null when none is left. */
  async function eraseTraces(maxMs: number, { companyId, projectId, id }: Omit<Text, 'kind'>, after: string) {
    const until = clock.now() + maxMs
    let last: string | null = after
    while (last !== null && clock.now() < until) {
      const from: string = last
      last = await db.company(companyId, (sql) =>
        eraseFromTraces(sql, { projectId, id, after: from, limit: batchSize }),
      )
    }
    return last
  }

  return {
    async erase(text, record) {
      const { companyId, projectId, id } = text
      await jobs.add(textErasureQueue, id, { companyId, projectId, id, after: nilId }, jobDelaySeconds)
      await db.company(companyId, async (sql) => record(sql, await eraseText(sql, text)))
      broadcastAnswerState(app, text)
      await eraseTraces(maxRequestMs, text, nilId)
      await sweep.now()
    },
    async handle({ companyId = '', projectId = '', id = '', after = nilId }) {
      const last = await eraseTraces(maxJobMs, { companyId, projectId, id }, after)
      if (last !== null) await jobs.add(textErasureQueue, id, { companyId, projectId, id, after: last })
    },
  }
}
