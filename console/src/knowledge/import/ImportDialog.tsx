import { knowledgeImportTypes, knowledgeLimits } from '@aichat/contracts/ai/knowledge'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { FormDialog } from '../../ui/overlay/FormDialog.tsx'
import { FileDropZone } from './FileDropZone.tsx'
import { ImportFileRow } from './ImportFileRow.tsx'
import { useImport } from './use-import.ts'

type Props = { projectId: string; onClose: () => void }

/** Imports several files at once, and shows what became of each. */
export function ImportDialog({ projectId, onClose }: Props) {
  const { rows, fraction, reason, choose, start, remove, isRunning } = useImport(projectId, onClose)
  const readyCount = rows.filter(({ state }) => state === 'ready').length
  const isFinished = !isRunning && readyCount === 0 && rows.some(({ state }) => state === 'imported')

  function submit() {
    if (isFinished) onClose()
    else void start()
  }

  return (
    <FormDialog
      title="Import files"
      submit={isFinished ? 'Done' : 'Import'}
      close={isFinished ? null : 'Cancel'}
      onClose={onClose}
      onSubmit={submit}
      isBusy={isRunning}
      isBlocked={!isFinished && readyCount === 0}
      isDirty={readyCount > 0 && !isRunning}
    >
      {reason !== null && <Notice>{reason}</Notice>}
      {rows.length > 0 && (
        <ul aria-label="Files" className="divide-y divide-line rounded-control border">
          {rows.map((row) => (
            <ImportFileRow key={row.key} row={row} fraction={fraction} onRemove={() => remove(row.key)} />
          ))}
        </ul>
      )}
      {!isRunning && rows.length < knowledgeLimits.importFiles && (
        <FileDropZone
          isMultiple
          accepts={Object.keys(knowledgeImportTypes)}
          title="Drop files here or click to choose"
          hint="PDF, Word, text, Markdown, HTML, CSV or Excel. Up to 10 files of 10 MB each."
          onChoose={choose}
        />
      )}
    </FormDialog>
  )
}
