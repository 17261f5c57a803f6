import type { Replay } from '@aichat/contracts/replays'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findReplay } from './store.ts'

/** Loads the replay of :replayId within its project. */
export function requireReplay({ db }: Pick<App, 'db'>): Guard<Replay> {
  return async (caller, { projectId, replayId }) =>
    isId(projectId) && isId(replayId)
      ? db.company(caller.companyId, (sql) => findReplay(sql, projectId, replayId))
      : null
}
