import { CircleAlert, CircleCheck, FileText, X } from 'lucide-react'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { formatFileSize } from '../format-file-size.ts'
import type { ImportRow } from './use-import.ts'

type Props = {
  row: ImportRow
  /** The uploaded part of all files, from 0 to 1. */
  fraction: number
  onRemove: () => void
}

export function ImportFileRow({ row: { file, state, error }, fraction, onRemove }: Props) {
  return (
    <li className="flex items-center gap-3 p-3">
      <StateIcon state={state} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-strong" title={file.name}>
          {file.name}
        </p>
        <p className={error ? 'text-bad' : 'text-ink-2'} role={error ? 'alert' : undefined}>
          {error ?? describeState(state, file.size, fraction)}
        </p>
      </div>
      {(state === 'ready' || state === 'failed') && (
        <IconButton label={`Remove ${file.name}`} onPress={onRemove}>
          <X aria-hidden strokeWidth={1.75} />
        </IconButton>
      )}
    </li>
  )
}

function StateIcon({ state }: Pick<ImportRow, 'state'>) {
  const size = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const
  if (state === 'imported') return <CircleCheck {...size} className="shrink-0 text-ok" />
  if (state === 'failed') return <CircleAlert {...size} className="shrink-0 text-bad" />
  if (state === 'ready') return <FileText {...size} className="shrink-0 text-muted" />
  return (
    <span className="shrink-0">
      <Spinner size={20} />
    </span>
  )
}

function describeState(state: ImportRow['state'], size: number, fraction: number): string {
  if (state === 'imported') return 'Imported'
  if (state === 'reading' || (state === 'uploading' && fraction === 1)) return 'Reading…'
  if (state === 'uploading') return `Uploading… ${Math.round(fraction * 100)}%`
  return formatFileSize(size)
}
