import { sourceLimits } from '@aichat/contracts/ai/sources'
import { useState } from 'react'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { FormTab } from '../../ui/overlay/TabbedFormDialog.tsx'
import { ArchiveField } from './ArchiveField.tsx'
import { useStartSource } from './use-start-source.ts'

/** A .zip archive of documents. Nothing is used before its documents are chosen. */
export function useArchiveTab(projectId: string, onDone: () => void): FormTab<'archive'> {
  const { isStarting, reason, addArchive } = useStartSource(projectId, onDone)
  const [file, setFile] = useState<File | null>(null)
  const isUsable = file !== null && file.size <= sourceLimits.archiveBytes
  return {
    key: 'archive',
    label: 'Archive',
    isBusy: isStarting,
    isBlocked: !isUsable,
    isDirty: !isStarting && file !== null,
    failure: reason !== null && <Notice>{reason}</Notice>,
    onSubmit: () => (isUsable ? addArchive(file) : undefined),
    panel: <ArchiveField file={file} onChoose={setFile} />,
  }
}
