import { logoSentences, logoTypes } from '@aichat/contracts/widget/logo'
import clsx from 'clsx'
import { CircleAlert, Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { usePermission } from '../../kit/permissions.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { useLogoUpload } from './use-logo-upload.ts'

type Props = { widgetId: string; isUploaded: boolean; onChange: (logoUrl: string) => void }

/** Uploads the logo with a button or by dropping an image, and removes an uploaded one. */
export function LogoUploader({ widgetId, isUploaded, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const { progress, error, status, start } = useLogoUpload(widgetId, onChange)
  const { isOver, handlers } = useImageDrop(start, progress === null)

  function remove() {
    onChange('')
    // The button with the focus disappears.
    button.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a group of fields, and it has none
    <div
      role="group"
      aria-label="Logo image"
      aria-describedby={hintId}
      {...handlers}
      className={clsx(
        '-mt-1 flex flex-col gap-1.5 rounded-control',
        isOver && 'bg-accent-soft outline-2 outline-offset-4 outline-accent outline-dashed',
      )}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Logo file"
        accept={logoTypes.join(',')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void start(file)
          target.value = '' // Otherwise choosing the same file again would not be a change.
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={button}
          icon={<Upload aria-hidden size={16} />}
          isBusy={progress !== null}
          onPress={() => input.current?.click()}
        >
          Upload logo
        </Button>
        {isUploaded && progress === null && (
          <Button variant="ghost" label="Remove logo" onPress={remove}>
            Remove
          </Button>
        )}
      </div>
      {progress !== null && (
        <ProgressBar label="Uploading logo" value={Math.round(progress * 100)} max={100} />
      )}
      <p id={hintId} className="text-muted">
        {logoSentences.hint}
      </p>
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-bad">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  )
}

/** Takes the first of the files that are dropped. Otherwise the browser would open it in this tab. */
function useImageDrop(onFile: (file: File) => void, isIdle: boolean) {
  const canEdit = usePermission('widget.manage')
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(canEdit && isIdle)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        const [file] = event.dataTransfer.files
        if (!file) return
        event.preventDefault()
        setOver(false)
        if (canEdit && isIdle) onFile(file)
      },
    },
  }
}
