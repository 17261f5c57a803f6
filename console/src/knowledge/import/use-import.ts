import {
  type KnowledgeItem,
  type KnowledgeStatus,
  knowledgeImportTypes,
  knowledgeLimits,
  knowledgeRoutes,
  knowledgeSentences,
} from '@aichat/contracts/ai/knowledge'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../kit/http/api-error.ts'
import { upload } from '../../kit/http/upload.ts'
import { log } from '../../kit/log.ts'
import { invalidateKnowledge, useEmbedKnowledge } from '../queries.ts'

/** A chosen file, and what became of it. */
export type ImportRow = {
  key: number
  file: File
  state: 'ready' | 'uploading' | 'reading' | 'imported' | 'failed'
  error: string | null
}

let lastKey = 0

/** Imports the chosen files in one request, then embeds their items one after another. */
export function useImport(projectId: string, onDone: () => void) {
  const embed = useEmbedKnowledge(projectId)
  const [rows, setRows] = useState<ImportRow[]>([])
  const [fraction, setFraction] = useState(0)
  const [reason, setReason] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  function update(key: number, change: Partial<ImportRow>) {
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...change } : row)))
  }

  function choose(files: File[]) {
    const added = files.map(createRow)
    const isTooMany = rows.length + added.length > knowledgeLimits.importFiles
    setReason(isTooMany ? knowledgeSentences.importTooMany : null)
    setRows((all) => [...all, ...added].slice(0, knowledgeLimits.importFiles))
  }

  async function start() {
    const chosen = rows.filter(({ state }) => state === 'ready')
    if (chosen.length === 0 || running.current) return
    const control = new AbortController()
    running.current = control
    setReason(null)
    try {
      const items = await uploadRows(projectId, chosen, {
        update,
        onProgress: setFraction,
        signal: control.signal,
      })
      const isComplete = await embedItems(items, embed.mutateAsync, update)
      if (isComplete && items.length === rows.length && !control.signal.aborted) onDone()
    } catch (error) {
      if (control.signal.aborted) return
      log('Failed to import files', error)
      setReason(errorMessage(error, knowledgeSentences.importFailed))
      for (const { key } of chosen) update(key, { state: 'ready' })
    } finally {
      running.current = null
    }
  }

  return {
    rows,
    fraction,
    reason,
    choose,
    start,
    remove: (key: number) => setRows((all) => all.filter((row) => row.key !== key)),
    isRunning: rows.some(({ state }) => state === 'uploading' || state === 'reading'),
  }
}

type Update = (key: number, change: Partial<ImportRow>) => void
type UploadOptions = { update: Update; onProgress: (fraction: number) => void; signal: AbortSignal }
type Imported = { key: number; item: KnowledgeItem }

async function uploadRows(
  projectId: string,
  rows: ImportRow[],
  { update, onProgress, signal }: UploadOptions,
): Promise<Imported[]> {
  for (const { key } of rows) update(key, { state: 'uploading' })
  onProgress(0)
  const files = rows.map(({ file }) => file)
  const outcomes = await upload(knowledgeRoutes.importFiles, {
    params: { projectId },
    files,
    onProgress,
    signal,
  })
  void invalidateKnowledge(projectId)
  return rows.flatMap(({ key }, index) => {
    const { item = null, error = null } = outcomes[index] ?? {}
    update(key, item ? { state: 'reading' } : { state: 'failed', error })
    return item ? [{ key, item }] : []
  })
}

/** True when all items are embedded, or continue in the background. */
async function embedItems(
  items: Imported[],
  embed: (itemId: string) => Promise<{ status: KnowledgeStatus; error: string | null }>,
  update: Update,
): Promise<boolean> {
  let isComplete = true
  for (const { key, item } of items) {
    const error = await embed(item.id).then(
      (outcome) => (outcome.status === 'failed' ? outcome.error : null),
      () => notRead,
    )
    if (error !== null) isComplete = false
    update(key, error === null ? { state: 'imported' } : { state: 'failed', error })
  }
  return isComplete
}

const notRead = 'The file was added but not read. Use Mark Embedded to try again.'

function createRow(file: File): ImportRow {
  const name = file.name.toLowerCase()
  const isSupported = Object.keys(knowledgeImportTypes).some((extension) => name.endsWith(extension))
  const error = !isSupported
    ? knowledgeSentences.importType
    : file.size > knowledgeLimits.fileBytes
      ? knowledgeSentences.fileTooLarge
      : null
  lastKey += 1
  return { key: lastKey, file, state: error === null ? 'ready' : 'failed', error }
}
