import { CircleAlert, Download, FileText, RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { saveFile } from '../kit/download.ts'
import { log } from '../kit/log.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { toast } from '../ui/toasts.ts'
import { sizeOf } from './format-file-size.ts'
import { type Tray, type TrayItem, useTray } from './upload-queue.ts'
import { useObjectUrl } from './use-object-url.ts'

type Props = { label: string; tray: Tray }

/** Files that what is being written will carry, each with how far it is. */
export function FileTray({ label, tray }: Props) {
  const items = useTray(tray)
  if (items.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2 pb-2">
      {items.map((item) => (
        <li
          key={item.key}
          className="flex max-w-full min-w-0 items-center gap-2 rounded-control border bg-surface py-1 ps-2 pe-1"
        >
          <Thumbnail item={item} />
          <div className="min-w-0">
            <p dir="auto" className="max-w-44 truncate text-small font-medium" title={item.name}>
              {item.name}
            </p>
            <Progress item={item} />
          </div>
          {item.problem && item.bring && (
            <IconButton label={`Try ${item.name} again`} onPress={() => tray.retry(item)}>
              <RotateCw aria-hidden strokeWidth={1.75} />
            </IconButton>
          )}
          {item.load && <SaveButton name={item.name} load={item.load} />}
          <IconButton label={`Remove ${item.name}`} onPress={() => tray.remove(item.key)}>
            <X aria-hidden strokeWidth={1.75} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function SaveButton({ name, load }: { name: string; load: () => Promise<Blob> }) {
  async function open() {
    try {
      saveFile({ blob: await load(), name })
    } catch (error) {
      log('A file was not loaded', error)
      toast(`${name} could not be loaded`, { tone: 'bad', action: { label: 'Retry', onPress: open } })
    }
  }
  return (
    <IconButton label={`Save ${name}`} onPress={open}>
      <Download aria-hidden strokeWidth={1.75} />
    </IconButton>
  )
}

function Thumbnail({ item: { file, load, name, problem } }: { item: TrayItem }) {
  const [loaded, setLoaded] = useState<Blob>()
  const isPicture = /\.(?:png|jpe?g|gif|webp)$/i.test(name)
  useEffect(() => {
    if (isPicture && load)
      load()
        .then(setLoaded)
        .catch((error) => log('A picture was not loaded', error))
  }, [isPicture, load])
  const url = useObjectUrl(isPicture && !problem ? (file ?? loaded) : undefined)
  if (!url) return <FileText aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
  return <img src={url} alt="" className="size-9 shrink-0 rounded-badge object-cover" />
}

function Progress({ item: { name, share, attachment, problem } }: { item: TrayItem }) {
  if (problem) {
    return (
      <p role="alert" className="flex max-w-56 items-start gap-1 text-caption text-bad">
        <CircleAlert aria-hidden size={12} className="mt-0.5 shrink-0" />
        {problem}
      </p>
    )
  }
  if (attachment) return <p className="text-caption text-muted">{sizeOf(attachment.size)}</p>
  if (share === null) {
    return (
      <p className="flex items-center gap-1 text-caption text-muted">
        <Spinner size={12} /> Adding…
      </p>
    )
  }
  return (
    <progress
      aria-label={`Uploading ${name}`}
      value={share}
      className="block h-1.5 w-28 appearance-none overflow-hidden rounded-badge bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
    />
  )
}
