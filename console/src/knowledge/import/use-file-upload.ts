import {
  type KnowledgeItem,
  knowledgeLimits,
  knowledgeRoutes,
  knowledgeSentences,
  type UploadedFile,
} from '@aichat/contracts/ai/knowledge'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../kit/http/api-error.ts'
import { upload } from '../../kit/http/upload.ts'
import { log } from '../../kit/log.ts'
import { useAddKnowledge, useEmbedKnowledge } from '../queries.ts'

export type FileStep = { name: 'idle' } | { name: 'uploading'; fraction: number } | { name: 'adding' }

/** The completed steps of a failed attempt, so that a retry continues from there. */
type Progress = { file: File; uploaded?: UploadedFile; item?: KnowledgeItem }

/** Uploads a file, adds it as a knowledge item and embeds it. */
export function useFileUpload(projectId: string, onDone: () => void) {
  const add = useAddKnowledge(projectId)
  const embed = useEmbedKnowledge(projectId)
  const [file, setFile] = useState<File | null>(null)
  const [step, setStep] = useState<FileStep>({ name: 'idle' })
  const [reason, setReason] = useState<string | null>(null)
  const lastProgress = useRef<Progress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  function choose(chosen: File | null) {
    running.current?.abort()
    lastProgress.current = null
    setStep({ name: 'idle' })
    setReason(chosen && validate(chosen))
    setFile(chosen)
  }

  async function start() {
    if (!file || running.current || validate(file)) return
    const control = new AbortController()
    running.current = control
    setReason(null)
    const progress: Progress = lastProgress.current?.file === file ? lastProgress.current : { file }
    lastProgress.current = progress
    try {
      if (!progress.uploaded) {
        setStep({ name: 'uploading', fraction: 0 })
        progress.uploaded = await upload(knowledgeRoutes.upload, {
          params: { projectId },
          files: [file],
          onProgress: (fraction) => setStep({ name: 'uploading', fraction }),
          signal: control.signal,
        })
      }
      setStep({ name: 'adding' })
      const { fileName, fileMime, s3Bucket, s3Key } = progress.uploaded
      progress.item ??= await add.mutateAsync({ type: 'file', fileName, fileMime, s3Bucket, s3Key })
      if (control.signal.aborted) return
      await embed.mutateAsync(progress.item.id)
      // The dialog may have been closed, and another one opened, in the meantime.
      if (!control.signal.aborted) onDone()
    } catch (error) {
      if (!control.signal.aborted) {
        log('Failed to upload and embed a file', error)
        setReason(errorMessage(error, ''))
      }
    } finally {
      if (running.current === control) running.current = null
      if (!control.signal.aborted) setStep({ name: 'idle' })
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = null
    setStep({ name: 'idle' })
  }

  return { file, step, reason, choose, start, cancel }
}

/** Why the server would refuse the file; null when it would not. */
function validate({ size }: File): string | null {
  if (size === 0) return knowledgeSentences.fileEmpty
  return size > knowledgeLimits.fileBytes ? knowledgeSentences.fileTooLarge : null
}
