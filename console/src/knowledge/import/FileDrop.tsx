import clsx from 'clsx'
import { FileText, X } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { formatFileSize } from '../format-file-size.ts'
import { FileDropZone } from './FileDropZone.tsx'
import type { FileStep } from './use-file-upload.ts'

type Props = {
  accepts: readonly string[]
  file: File | null
  step: FileStep
  onChoose: (file: File | null) => void
  onCancel: () => void
}

/** A drop zone and file picker; then the chosen file with its size and upload progress. */
export function FileDrop({ accepts, file, step, onChoose, onCancel }: Props) {
  const isBusy = step.name !== 'idle'
  if (file) {
    return (
      <div className="rounded-control border p-3">
        <div className="flex items-center gap-3">
          <FileText aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="truncate font-strong" title={file.name}>
              {file.name}
            </p>
            <p className="text-ink-2">
              {formatFileSize(file.size)}
              {step.name === 'uploading' && ` · ${Math.round(step.fraction * 100)}%`}
              {step.name === 'adding' && ' · Processing…'}
            </p>
          </div>
          <IconButton
            label={step.name === 'uploading' ? 'Cancel upload' : 'Choose another file'}
            isDisabled={step.name === 'adding'}
            onPress={isBusy ? onCancel : () => onChoose(null)}
          >
            <X aria-hidden strokeWidth={1.75} />
          </IconButton>
        </div>
        {isBusy && (
          <progress
            aria-label="Upload"
            value={step.name === 'uploading' ? step.fraction : 1}
            className={clsx(
              'mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-badge bg-sunken',
              '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent',
              step.name === 'adding' && 'animate-pulse',
            )}
          />
        )}
      </div>
    )
  }
  return (
    <FileDropZone
      accepts={accepts}
      title="Drop a file here or click to choose"
      hint={`${accepts.join(', ')} up to 10 MB`}
      onChoose={([chosen = null]) => onChoose(chosen)}
    />
  )
}
