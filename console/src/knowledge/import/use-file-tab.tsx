import { type KnowledgeExtension, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import type { FormTab } from '../../ui/overlay/TabbedFormDialog.tsx'
import { AddFailure } from './AddFailure.tsx'
import { FileDrop } from './FileDrop.tsx'
import { useFileUpload } from './use-file-upload.ts'

export function useFileTab(
  projectId: string,
  accepts: readonly KnowledgeExtension[],
  onDone: () => void,
): FormTab<'file'> {
  const { file, step, reason, choose, start, cancel } = useFileUpload(projectId, onDone)
  return {
    key: 'file',
    label: 'File',
    isBusy: step.name !== 'idle',
    isBlocked: !file,
    isDirty: file !== null,
    failure: reason !== null && <AddFailure message={knowledgeSentences.uploadFailed} reason={reason} />,
    onSubmit: start,
    panel: <FileDrop accepts={accepts} file={file} step={step} onChoose={choose} onCancel={cancel} />,
  }
}
