import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { useState } from 'react'
import { textLink } from '../ui/text-link.ts'
import { ReadTextDialog } from './ReadTextDialog.tsx'

type Props = { projectId: string; item: KnowledgeItem; percent: number }

/** Says that content of a page may be missing, and shows what was read. */
export function LowReadNote({ projectId, item, percent }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="mt-0.5 text-warn">
      Only {percent}% of this {item.type === 'url' ? 'page' : 'file'} could be read.{' '}
      <button type="button" className={textLink} onClick={() => setOpen(true)}>
        Show text
      </button>
      {isOpen && <ReadTextDialog projectId={projectId} item={item} onClose={() => setOpen(false)} />}
    </p>
  )
}
