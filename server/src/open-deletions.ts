import type { App } from './app.ts'
import { projectDeletion } from './erasure/project-deletion.ts'
import type { Sweep } from './files/sweep.ts'
import { createDeletions, type Deletions } from './kit/jobs/deletions.ts'
import { labelDeletion } from './labels/label-deletion.ts'
import { sourceDeletion } from './sources/source-deletion.ts'

export type DeletedKind = 'project' | 'label' | 'source'

/** The records whose deletion may take longer than a request. */
export function openDeletions(app: App & { sweep: Sweep }): Deletions<DeletedKind> {
  return createDeletions<DeletedKind>(app, {
    project: projectDeletion(app),
    label: labelDeletion(app),
    source: sourceDeletion(app),
  })
}
