import { CircleAlert, FileText, RotateCw, X } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { sizeOf } from './size-of.ts'
import { removeFile, retryFile, type TrayItem } from './tray.ts'
import { useObjectUrl } from './use-object-url.ts'

type Props = { sessionId: string; items: readonly TrayItem[] }

/** The files of the message that is being written, each with how far it is. */
export function Tray({ sessionId, items }: Props) {
  if (items.length === 0) return null
  return (
    <ul aria-label="Files to send" className="flex flex-wrap gap-2 pb-2">
      {items.map((item) => (
        <li
          key={item.key}
          className="flex max-w-full min-w-0 items-center gap-2 rounded-control border bg-surface py-1 ps-2 pe-1"
        >
          <Thumbnail file={item.file} />
          <div className="min-w-0">
            <p dir="auto" className="max-w-44 truncate text-small font-medium" title={item.file.name}>
              {item.file.name}
            </p>
            <Progress item={item} />
          </div>
          {item.problem && !item.attachment && (
            <IconButton label={`Try ${item.file.name} again`} onPress={() => retryFile(sessionId, item)}>
              <RotateCw aria-hidden strokeWidth={1.75} />
            </IconButton>
          )}
          <IconButton label={`Remove ${item.file.name}`} onPress={() => removeFile(sessionId, item.key)}>
            <X aria-hidden strokeWidth={1.75} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ file }: { file: File }) {
  const url = useObjectUrl(file.type.startsWith('image/') ? file : undefined)
  if (!url) return <FileText aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
  return <img src={url} alt="" className="size-9 shrink-0 rounded-badge object-cover" />
}

function Progress({ item: { file, share, attachment, problem } }: { item: TrayItem }) {
  if (problem) {
    return (
      <p role="alert" className="flex max-w-56 items-start gap-1 text-caption text-bad">
        <CircleAlert aria-hidden size={12} className="mt-0.5 shrink-0" />
        {problem}
      </p>
    )
  }
  if (attachment) return <p className="text-caption text-muted">{sizeOf(attachment.size)}</p>
  return (
    <progress
      aria-label={`Uploading ${file.name}`}
      value={share}
      className="block h-1.5 w-28 appearance-none overflow-hidden rounded-badge bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
    />
  )
}
