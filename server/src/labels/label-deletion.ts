import type { App } from '../app.ts'
import type { Deletion } from '../kit/jobs/deletions.ts'
import { listLabelsToDelete, removeLabelBatch } from './store.ts'

const batchSize = 100

export function labelDeletion({ db }: Pick<App, 'db'>): Deletion {
  return {
    listMarked: listLabelsToDelete,
    removeBatch: (companyId, id) => db.company(companyId, (sql) => removeLabelBatch(sql, id, batchSize)),
  }
}
