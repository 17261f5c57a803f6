import clsx from 'clsx'
import { Upload } from 'lucide-react'
import { useId, useState } from 'react'

type Props = {
  accepts: readonly string[]
  title: string
  hint: string
  isMultiple?: boolean
  onChoose: (files: File[]) => void
}

/** Files are dropped on it or chosen from the device. */
export function FileDropZone({ accepts, title, hint, isMultiple = false, onChoose }: Props) {
  const inputId = useId()
  const [isOver, setOver] = useState(false)
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
        onChoose([...event.dataTransfer.files])
      }}
      className={clsx(
        'flex min-h-36 grow cursor-pointer flex-col items-center justify-center gap-1 rounded-control border border-dashed p-4 text-center',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus',
        isOver ? 'border-accent bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Upload aria-hidden size={20} strokeWidth={1.75} className="text-muted" />
      <span className="font-strong">{title}</span>
      <span className="text-ink-2">{hint}</span>
      <input
        id={inputId}
        type="file"
        multiple={isMultiple}
        aria-label={isMultiple ? 'Files to import' : 'File to upload'}
        accept={accepts.join(',')}
        className="sr-only"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          // The same file can be chosen again after it was removed.
          event.target.value = ''
        }}
      />
    </label>
  )
}
