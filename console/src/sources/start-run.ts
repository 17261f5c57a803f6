import { sourceRunRoutes } from '@aichat/contracts/ai/sources'
import { api } from '../kit/http/api.ts'
import { setLastRun } from './queries.ts'

const calls = api(sourceRunRoutes)

/** @throws ApiError with the reason */
export async function startRun(place: { projectId: string; sourceId: string }): Promise<void> {
  setLastRun(place, await calls.startRun({ params: place }))
}
