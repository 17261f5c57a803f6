import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { EraseButton } from './EraseButton.tsx'

type Props = { projectId: string; item: KnowledgeItem; onErased: () => void }

/** Deletes an item together with its text in all releases. */
export function EraseItem({ projectId, item, onErased }: Props) {
  return (
    <section aria-label="Erase" className="flex flex-col items-start gap-2 border-t pt-4">
      <p className="text-ink-2">
        Remove takes this text out of every answer and keeps it in the release history. Erasing also deletes
        it from all releases.
      </p>
      <EraseButton projectId={projectId} text={{ ...item, kind: 'item' }} onErased={onErased} />
    </section>
  )
}
