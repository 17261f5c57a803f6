import { CircleAlert, Download, FileText, RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { saveFile } from '../kit/http/download.ts'
import { log } from '../kit/log.ts'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { formatFileSize } from './format-file-size.ts'
import { type QueuedFile, type UploadQueue, useUploadQueue } from './upload-queue.ts'
import { useObjectUrl } from './use-object-url.ts'

type Props = { label: string; queue: UploadQueue }

/** The files of what is being written, with their upload progress. */
export function UploadList({ label, queue }: Props) {
  const files = useUploadQueue(queue)
  if (files.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2 pb-2">
      {files.map((file) => (
        <li
          key={file.key}
          className="flex max-w-full min-w-0 items-center gap-2 rounded-control border bg-surface py-1 ps-2 pe-1"
        >
          <Thumbnail file={file} />
          <div className="min-w-0">
            <p dir="auto" className="max-w-44 truncate font-strong" title={file.name}>
              {file.name}
            </p>
            <Status file={file} />
          </div>
          {file.error && file.upload && (
            <IconButton label={`Retry ${file.name}`} onPress={() => queue.retry(file)}>
              <RotateCw aria-hidden strokeWidth={1.75} />
            </IconButton>
          )}
          {file.loadContent && <SaveButton name={file.name} loadContent={file.loadContent} />}
          <IconButton label={`Remove ${file.name}`} onPress={() => queue.remove(file.key)}>
            <X aria-hidden strokeWidth={1.75} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function SaveButton({ name, loadContent }: { name: string; loadContent: () => Promise<Blob> }) {
  async function onSave() {
    try {
      saveFile({ blob: await loadContent(), name })
    } catch (error) {
      log('Failed to load a file', error)
      toast(`Failed to load ${name}`, { tone: 'bad', action: { label: 'Retry', onPress: onSave } })
    }
  }
  return (
    <IconButton label={`Save ${name}`} onPress={onSave}>
      <Download aria-hidden strokeWidth={1.75} />
    </IconButton>
  )
}

function Thumbnail({ file: { file, loadContent, name, error } }: { file: QueuedFile }) {
  const [loaded, setLoaded] = useState<Blob>()
  const isImage = /\.(?:png|jpe?g|gif|webp)$/i.test(name)
  useEffect(() => {
    if (isImage && loadContent)
      loadContent()
        .then(setLoaded)
        .catch((cause) => log('Failed to load a thumbnail', cause))
  }, [isImage, loadContent])
  const url = useObjectUrl(isImage && !error ? (file ?? loaded) : undefined)
  if (!url) return <FileText aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
  return <img src={url} alt="" className="size-9 shrink-0 rounded-badge object-cover" />
}

function Status({ file: { name, progress, attachment, error } }: { file: QueuedFile }) {
  if (error) {
    return (
      <p role="alert" className="flex max-w-56 items-start gap-1 text-caption text-bad">
        <CircleAlert aria-hidden size={12} className="mt-0.5 shrink-0" />
        {error}
      </p>
    )
  }
  if (attachment) return <p className="text-caption text-muted">{formatFileSize(attachment.size)}</p>
  if (progress === null) {
    return (
      <p className="flex items-center gap-1 text-caption text-muted">
        <Spinner size={12} /> Adding…
      </p>
    )
  }
  return (
    <progress
      aria-label={`Uploading ${name}`}
      value={progress}
      className="block h-1.5 w-28 appearance-none overflow-hidden rounded-badge bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
    />
  )
}
