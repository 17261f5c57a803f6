import type { App } from '../app.ts'
import type { Sweep } from '../files/sweep.ts'
import type { Deletion } from '../kit/jobs/deletions.ts'
import { listSourcesToDelete, removeSourceBatch, takeDownSourceBatch } from './store.ts'

const batchSize = 100
/** Items whose chunks are taken out of the word counts in one statement. */
const maxTakenDownPerBatch = 200

/** A person who deletes a source expects that no answer uses it from then on, however long its deletion takes. */
export function sourceDeletion({ db, sweep }: Pick<App, 'db'> & { sweep: Sweep }): Deletion {
  return {
    listMarked: listSourcesToDelete,
    prepareBatch: (companyId, id) =>
      db.company(companyId, (sql) => takeDownSourceBatch(sql, id, maxTakenDownPerBatch)),
    async removeBatch(companyId, id) {
      const isRemoved = await db.company(companyId, (sql) => removeSourceBatch(sql, id, batchSize))
      if (isRemoved) await sweep.now()
      return isRemoved
    },
  }
}
