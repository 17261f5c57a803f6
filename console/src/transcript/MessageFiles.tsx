import type { Attachment } from '@aichat/contracts/chat/attachments'
import clsx from 'clsx'
import { Download, FileText, ImageOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatFileSize } from '../attachments/format-file-size.ts'
import { downloadAttachment, useAttachment } from '../attachments/queries.ts'
import { useObjectUrl } from '../attachments/use-object-url.ts'
import { saveFile } from '../kit/http/download.ts'
import { log } from '../kit/log.ts'
import { Button } from '../ui/Button.tsx'
import { LazyListItem } from '../ui/feedback/LazyListItem.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'

type Props = { sessionId: string; attachments: readonly Attachment[]; isOwn: boolean }

/** The attachments of a message: images as previews, other files by name. */
export function MessageFiles({ sessionId, attachments, isOwn }: Props) {
  return (
    <ul
      aria-label="Files"
      className={clsx(
        'flex max-w-[86%] flex-col gap-1 md:max-w-[72%]',
        isOwn ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      {attachments.map((attachment) =>
        attachment.mime.startsWith('image/') ? (
          <LazyListItem key={attachment.id} isInitiallyVisible={false} className="size-60 max-w-full">
            <ImagePreview sessionId={sessionId} attachment={attachment} />
          </LazyListItem>
        ) : (
          <li key={attachment.id} className="max-w-full">
            <FileCard sessionId={sessionId} attachment={attachment} />
          </li>
        ),
      )}
    </ul>
  )
}

type FileProps = { sessionId: string; attachment: Attachment }

function ImagePreview({ sessionId, attachment }: FileProps) {
  const { data, isError } = useAttachment(sessionId, attachment.id)
  const url = useObjectUrl(data)
  const [isOpen, setOpen] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (isError || isBroken) return <FileCard sessionId={sessionId} attachment={attachment} isBroken />
  function close() {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Open ${attachment.name}`}
        disabled={!url}
        onClick={() => setOpen(true)}
        className="flex size-60 max-w-full items-center justify-center overflow-hidden rounded-card border bg-sunken"
      >
        {url && (
          <img
            src={url}
            alt={attachment.name}
            onError={() => setBroken(true)}
            className="size-full object-cover"
          />
        )}
      </button>
      <Dialog
        title={attachment.name}
        isOpen={isOpen}
        onClose={close}
        footer={
          <>
            <Button
              icon={<Download aria-hidden size={16} strokeWidth={1.75} />}
              onPress={() => data && saveFile({ blob: data, name: attachment.name })}
            >
              Save
            </Button>
            <Button variant="primary" onPress={close}>
              Close
            </Button>
          </>
        }
      >
        {url && (
          <img src={url} alt={attachment.name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
        )}
      </Dialog>
    </>
  )
}

function FileCard({ sessionId, attachment, isBroken }: FileProps & { isBroken?: boolean }) {
  const { id, name, size } = attachment
  const Icon = isBroken ? ImageOff : FileText
  async function onSave() {
    try {
      saveFile({ ...(await downloadAttachment(sessionId, id)), name })
    } catch (error) {
      log('Failed to load a file', error)
      toast(`Failed to load ${name}`, { tone: 'bad', action: { label: 'Retry', onPress: onSave } })
    }
  }
  return (
    <button
      type="button"
      aria-label={`Save ${name}, ${formatFileSize(size)}`}
      onClick={onSave}
      className="flex max-w-full min-w-0 items-center gap-2.5 rounded-card border bg-surface px-3 py-2 text-start hover:bg-hover"
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-strong">
          {name}
        </span>
        <span className="block text-caption text-muted">{formatFileSize(size)}</span>
      </span>
      <Download aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
    </button>
  )
}
