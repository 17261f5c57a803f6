import type { KnowledgeExtension } from '@aichat/contracts/ai/knowledge'
import { useState } from 'react'
import { ProfileCard } from '../agent-profile/ProfileCard.tsx'
import { KnowledgeList } from '../knowledge/KnowledgeList.tsx'
import { lazyOverlay, lazyPart } from '../ui/feedback/lazy-part.tsx'
import type { KnowledgeKind } from './AddKnowledgeDialog.tsx'
import { useLiveNotes } from './customize/use-live-notes.ts'

const AddKnowledgeDialog = lazyOverlay(() =>
  import('./AddKnowledgeDialog.tsx').then((file) => file.AddKnowledgeDialog),
)
const FindingList = lazyPart(() => import('../findings/FindingList.tsx').then((file) => file.FindingList))
const OpenItem = lazyOverlay(() => import('../knowledge/OpenItem.tsx').then((file) => file.OpenItem))
const SourceList = lazyPart(() => import('../sources/SourceList.tsx').then((file) => file.SourceList))

type Props = { projectId: string; accepts: readonly KnowledgeExtension[] }

/** The AI agent of a project: its profile and its knowledge. */
export function AgentPanel({ projectId, accepts }: Props) {
  const liveNotes = useLiveNotes(projectId)
  const [adding, setAdding] = useState<KnowledgeKind | null>(null)
  const [openItemId, setOpenItemId] = useState<string | null>(null)
  return (
    <>
      <ProfileCard projectId={projectId} />
      <SourceList projectId={projectId} />
      <FindingList projectId={projectId} onOpenItem={setOpenItemId} />
      <KnowledgeList projectId={projectId} onAdd={setAdding} liveNotes={liveNotes} />
      {adding && (
        <AddKnowledgeDialog
          projectId={projectId}
          accepts={accepts}
          startKind={adding}
          onClose={() => setAdding(null)}
        />
      )}
      {openItemId && (
        <OpenItem
          projectId={projectId}
          itemId={openItemId}
          liveNote={liveNotes.get(openItemId)}
          onClose={() => setOpenItemId(null)}
        />
      )}
    </>
  )
}
