import {
  type KnowledgeItem,
  knowledgeLimits,
  knowledgeRoutes,
  knowledgeSentences,
  type UploadedFile,
} from '@aichat/contracts/knowledge'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { log } from '../kit/log.ts'
import { upload } from '../kit/upload.ts'
import { useAddKnowledge, useEmbedKnowledge } from './queries.ts'

export type FileStep = { name: 'idle' } | { name: 'uploading'; share: number } | { name: 'adding' }

/** What a failed try has done already, so that the next one goes on from there. */
type Done = { file: File; uploaded?: UploadedFile; item?: KnowledgeItem }

/** Uploads a file, adds it and has it embedded, in one go. */
export function useFileUpload(projectId: string, onDone: () => void) {
  const add = useAddKnowledge(projectId)
  const embed = useEmbedKnowledge(projectId)
  const [file, setFile] = useState<File | null>(null)
  const [step, setStep] = useState<FileStep>({ name: 'idle' })
  const [reason, setReason] = useState<string | null>(null)
  const done = useRef<Done | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  function choose(chosen: File | null) {
    running.current?.abort()
    done.current = null
    setStep({ name: 'idle' })
    setReason(chosen && chosen.size > knowledgeLimits.fileBytes ? knowledgeSentences.fileTooLarge : null)
    setFile(chosen)
  }

  async function start() {
    if (!file || running.current || file.size > knowledgeLimits.fileBytes) return
    const control = new AbortController()
    running.current = control
    setReason(null)
    const made: Done = done.current?.file === file ? done.current : { file }
    done.current = made
    try {
      if (!made.uploaded) {
        setStep({ name: 'uploading', share: 0 })
        made.uploaded = await upload(knowledgeRoutes.upload, {
          params: { projectId },
          file,
          onProgress: (share) => setStep({ name: 'uploading', share }),
          signal: control.signal,
        })
      }
      setStep({ name: 'adding' })
      const { fileName, fileMime, s3Bucket, s3Key } = made.uploaded
      made.item ??= await add.mutateAsync({ type: 'file', fileName, fileMime, s3Bucket, s3Key })
      if (control.signal.aborted) return
      await embed.mutateAsync(made.item.id)
      onDone()
    } catch (error) {
      if (!control.signal.aborted) {
        log('A file was not uploaded and embedded', error)
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
