import { type Source, sourceSentences } from '@aichat/contracts/ai/sources'
import { useState } from 'react'
import { errorMessage } from '../../kit/http/api-error.ts'
import { useAddSource } from '../queries.ts'
import { createWebsiteDraft, toSource } from '../site-draft.ts'
import { startRun } from '../start-run.ts'

/** Starts to read the first pages of a project's website, which is added as a source first unless it is one. */
export function useReadWebsite(projectId: string) {
  const add = useAddSource(projectId)
  const [reason, setReason] = useState<string | null>(null)

  async function start(url: string, source: Source | null) {
    if (add.isPending) return
    setReason(null)
    try {
      const { id } = source ?? (await add.mutateAsync(toSource(url, createWebsiteDraft())))
      await startRun({ projectId, sourceId: id })
    } catch (error) {
      setReason(errorMessage(error, sourceSentences.runFailed))
    }
  }

  /** Why reading did not start. */
  return { reason, start }
}
