import clsx from 'clsx'
import { FileText, Upload, X } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
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
  const inputId = useId()
  const [isOver, setOver] = useState(false)
  const isBusy = step.name !== 'idle'
  if (file) {
    return (
      <div className="rounded-control border p-3">
        <div className="flex items-center gap-3">
          <FileText aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="truncate font-medium" title={file.name}>
              {file.name}
            </p>
            <p className="text-small text-ink-2">
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
    <label
      htmlFor={inputId}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onChoose(event.dataTransfer.files[0] ?? null)
      }}
      className={clsx(
        'flex min-h-36 cursor-pointer flex-col items-center justify-center gap-1 rounded-control border border-dashed p-4 text-center',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus',
        isOver ? 'border-accent bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Upload aria-hidden size={20} strokeWidth={1.75} className="text-muted" />
      <span className="font-medium">Drop a file here or click to choose</span>
      <span className="text-small text-ink-2">{accepts.join(', ')} up to 10 MB</span>
      <input
        id={inputId}
        type="file"
        aria-label="File to upload"
        accept={accepts.join(',')}
        className="sr-only"
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
    </label>
  )
}

function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
