import { type AnswerTestRunner, createAnswerTestRunner } from './answer-tests/run.ts'
import type { App } from './app.ts'
import { createSweep, type Sweep } from './files/sweep.ts'
import { createInspections, type Inspections } from './findings/inspections.ts'
import type { Deletions } from './kit/jobs/deletions.ts'
import type { InvalidationBus } from './kit/realtime/invalidation-bus.ts'
import { createEmbeddingRuns, type EmbeddingRuns } from './knowledge/index/embedding-runs.ts'
import { type DeletedKind, openDeletions } from './open-deletions.ts'
import { createTextErasure, type TextErasure } from './releases/erase-texts.ts'
import { createReplayRunner, type ReplayRunner } from './replays/run.ts'
import { pageContents } from './sources/page-contents.ts'
import { createSourceRuns, type SourceRuns } from './sources/source-runs.ts'

/** Long-running work that requests start and background jobs continue. */
export type BackgroundWork = {
  runs: EmbeddingRuns
  sourceRuns: SourceRuns
  inspections: Inspections
  testing: AnswerTestRunner
  replays: ReplayRunner
  sweep: Sweep
  deletions: Deletions<DeletedKind>
  textErasure: TextErasure
}

export function createBackgroundWork(app: App, bus: InvalidationBus): BackgroundWork {
  const sweep = createSweep(app)
  return {
    runs: createEmbeddingRuns(app, undefined, pageContents),
    sourceRuns: createSourceRuns(app),
    inspections: createInspections(app),
    testing: createAnswerTestRunner(app, bus),
    replays: createReplayRunner(app),
    sweep,
    deletions: openDeletions({ ...app, sweep }),
    textErasure: createTextErasure({ ...app, sweep }),
  }
}

/** Stops the work that requests have started. Call it after the job runner has closed. */
export async function closeBackgroundWork({
  testing,
  replays,
  sourceRuns,
  runs,
}: BackgroundWork): Promise<void> {
  await testing.close()
  await replays.close()
  await sourceRuns.close()
  runs.close()
}
