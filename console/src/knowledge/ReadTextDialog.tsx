import { type KnowledgeItem, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import { Button } from '../ui/Button.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useReadText } from './queries.ts'

type Props = { projectId: string; item: KnowledgeItem; onClose: () => void }

/** The text that was read from an item, which is all that the AI can answer from. */
export function ReadTextDialog({ projectId, item, onClose }: Props) {
  const { data, error, refetch } = useReadText(projectId, item.id)
  return (
    <Dialog
      title="Text that was read"
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <p className="mb-3 text-ink-2">
        Your AI assistant answers from this text only. If something is missing, add it manually or upload it
        as a file.
      </p>
      {data ? (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={item.title}
          dir="auto"
          className="max-h-80 overflow-y-auto rounded-control border bg-sunken p-3 wrap-anywhere whitespace-pre-line"
        >
          {data.text}
        </section>
      ) : error ? (
        <ErrorCard message={knowledgeSentences.loadFailed} onRetry={refetch} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Dialog>
  )
}
