import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '../kit/format/format.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { type DownloadedFile, saveFile } from '../kit/http/download.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { textLink } from '../ui/text-link.ts'
import { downloadOriginal, useOriginalText } from './review-queries.ts'

type Props = { projectId: string; item: KnowledgeItem }

const loadFailed = 'Failed to load the original'

/** Whether the original can be shown beside its text. Formats with active content are shown as plain text only. */
export function hasTextOriginal({ s3Key, fileName }: KnowledgeItem): boolean {
  return s3Key !== null && /\.(?:txt|md|markdown|csv|html?)$/i.test(fileName ?? '')
}

/** Where the text of an item comes from: a link to its page, or its stored file. Nothing for texts. */
export function ItemOriginal({ projectId, item }: Props) {
  if (item.type === 'url' && item.sourceUrl)
    return <OriginalPage url={item.sourceUrl} readAt={item.fetchedAt} />
  if (item.type !== 'file') return null
  if (item.s3Key === null)
    return (
      <p className="text-ink-2">The original is in the archive that was uploaded. Only its text is stored.</p>
    )
  return <OriginalFile projectId={projectId} item={item} />
}

function OriginalPage({ url, readAt }: { url: string; readAt: string | null }) {
  return (
    <p className="text-ink-2">
      <a href={url} target="_blank" rel="noreferrer" className={textLink}>
        Open the page
      </a>
      {readAt && ` · Read ${formatDateTime(readAt)}`}
    </p>
  )
}

function OriginalFile({ projectId, item }: Props) {
  const [busy, setBusy] = useState<'open' | 'save' | null>(null)

  async function load(action: 'open' | 'save') {
    setBusy(action)
    try {
      const file = await downloadOriginal(projectId, item.id)
      if (action === 'save') saveFile(file)
      else openPdf(file)
    } catch (error) {
      toast(errorMessage(error, loadFailed), { tone: 'bad' })
    }
    setBusy(null)
  }

  return (
    <section aria-label="Original" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {/\.pdf$/i.test(item.fileName ?? '') && (
          <Button
            size="compact"
            icon={<ExternalLink aria-hidden size={14} />}
            isBusy={busy === 'open'}
            onPress={() => void load('open')}
          >
            Open the PDF
          </Button>
        )}
        <Button
          size="compact"
          icon={<Download aria-hidden size={14} />}
          isBusy={busy === 'save'}
          onPress={() => void load('save')}
        >
          Download the original
        </Button>
      </div>
      {hasTextOriginal(item) && <OriginalText projectId={projectId} item={item} />}
    </section>
  )
}

/** Opens the browser's viewer in a tab. The fixed type keeps any other content from being run as a page of the console. */
function openPdf(file: DownloadedFile) {
  const url = URL.createObjectURL(file.blob.slice(0, file.blob.size, 'application/pdf'))
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  else saveFile(file)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function OriginalText({ projectId, item }: Props) {
  const { data, error, refetch } = useOriginalText(projectId, item.id)
  if (error) return <ErrorCard message={loadFailed} onRetry={refetch} />
  if (data === undefined) return <Skeleton className="h-40 w-full" />
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      dir="auto"
      className="max-h-96 overflow-y-auto rounded-control border bg-sunken p-3 font-mono text-caption wrap-anywhere whitespace-pre-wrap lg:max-h-[70dvh]"
    >
      {data}
    </pre>
  )
}
