import { type Source, sourceLimits, sourceSentences } from '@aichat/contracts/ai/sources'
import { useState } from 'react'
import { errorMessage } from '../../kit/http/api-error.ts'
import { toast } from '../../ui/feedback/toasts.ts'
import { useAddSource } from '../queries.ts'
import { type SiteDraft, toSource } from '../site-draft.ts'
import { startRun } from '../start-run.ts'
import { uploadArchive } from '../upload-archive.ts'

/** Adds a website or an archive and starts to read it. */
export function useStartSource(projectId: string, onDone: () => void) {
  const add = useAddSource(projectId)
  const [isStarting, setStarting] = useState(false)
  const [reason, setReason] = useState<string | null>(null)

  async function attempt(work: () => Promise<void>) {
    setReason(null)
    setStarting(true)
    try {
      await work()
      onDone()
    } catch (error) {
      setReason(errorMessage(error, sourceSentences.saveFailed))
    } finally {
      setStarting(false)
    }
  }

  return {
    isStarting,
    reason,
    addSite: (url: string, draft: SiteDraft) =>
      attempt(async () => {
        const source = await add.mutateAsync(toSource(url, draft))
        await startOrExplain(source, startRun({ projectId, sourceId: source.id }))
      }),
    addArchive: (file: File) =>
      attempt(async () => {
        const name = file.name.replace(/\.zip$/i, '').slice(0, sourceLimits.name) || file.name
        const source = await add.mutateAsync({ kind: 'archive', name })
        await startOrExplain(source, uploadArchive({ projectId, sourceId: source.id }, file))
      }),
  }
}

/** The source exists by then: reading can be started from the list. */
async function startOrExplain({ name }: Source, start: Promise<void>) {
  await start.catch((error) => {
    const cause = errorMessage(error, sourceSentences.runFailed)
    toast(`${name} was added, but reading did not start: ${cause}`, { tone: 'bad' })
  })
}
