import { knowledgeImportTypes, knowledgeLimits } from '@aichat/contracts/ai/knowledge'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { FormTab } from '../../ui/overlay/TabbedFormDialog.tsx'
import { FileDropZone } from './FileDropZone.tsx'
import { ImportFileRow } from './ImportFileRow.tsx'
import { useImport } from './use-import.ts'

/** Several files at once, with what became of each. */
export function useImportTab(projectId: string, onDone: () => void): FormTab<'import'> {
  const { rows, fraction, reason, choose, start, remove, isRunning } = useImport(projectId, onDone)
  const readyCount = rows.filter(({ state }) => state === 'ready').length
  return {
    key: 'import',
    label: 'Import',
    isBusy: isRunning,
    isBlocked: readyCount === 0,
    isDirty: readyCount > 0 && !isRunning,
    isFinished: !isRunning && readyCount === 0 && rows.some(({ state }) => state === 'imported'),
    failure: reason !== null && <Notice>{reason}</Notice>,
    onSubmit: start,
    panel: (
      <>
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
      </>
    ),
  }
}
