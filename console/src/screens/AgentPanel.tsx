import type { KnowledgeExtension } from '@aichat/contracts/ai/knowledge'
import { useState } from 'react'
import { ProfileCard } from '../agent-profile/ProfileCard.tsx'
import { KnowledgeList } from '../knowledge/KnowledgeList.tsx'
import { AddSourceButton } from '../sources/AddSourceButton.tsx'
import { lazyOverlay, lazyPart } from '../ui/feedback/lazy-part.tsx'
import { useLiveNotes } from './customize/use-live-notes.ts'

const FindingList = lazyPart(() => import('../findings/FindingList.tsx').then((file) => file.FindingList))
const OpenItem = lazyOverlay(() => import('../knowledge/OpenItem.tsx').then((file) => file.OpenItem))
const SourceList = lazyPart(() => import('../sources/SourceList.tsx').then((file) => file.SourceList))

type Props = { projectId: string; accepts: readonly KnowledgeExtension[] }

/** The AI agent of a project: its profile and its knowledge. */
export function AgentPanel({ projectId, accepts }: Props) {
  const liveNotes = useLiveNotes(projectId)
  const [openItemId, setOpenItemId] = useState<string | null>(null)
  return (
    <>
      <ProfileCard projectId={projectId} />
      <SourceList projectId={projectId} />
      <FindingList projectId={projectId} onOpenItem={setOpenItemId} />
      <KnowledgeList
        projectId={projectId}
        accepts={accepts}
        liveNotes={liveNotes}
        action={<AddSourceButton projectId={projectId} />}
      />
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
