import { sourceRunRoutes } from '@aichat/contracts/ai/sources'
import { upload } from '../kit/http/upload.ts'
import { setLastRun } from './queries.ts'

/** Uploads an archive, which starts a run. @throws ApiError with the reason */
export async function uploadArchive(
  place: { projectId: string; sourceId: string },
  file: File,
): Promise<void> {
  const run = await upload(sourceRunRoutes.upload, {
    params: place,
    files: [file],
    onProgress: () => {},
  })
  setLastRun(place, run)
}
