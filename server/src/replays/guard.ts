import type { Replay } from '@aichat/contracts/ai/replays'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findReplay } from './store.ts'

/** Loads the replay of :replayId within its project. */
export const requireReplay: Guard<Replay> = (sql, { projectId, replayId }) =>
  isId(projectId) && isId(replayId) ? findReplay(sql, projectId, replayId) : null
