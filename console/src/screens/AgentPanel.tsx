import { ProfileCard } from '../agent-profile/ProfileCard.tsx'
import { KnowledgeList } from '../knowledge/KnowledgeList.tsx'

/** The AI of a project: who it is, and what it knows. */
export function AgentPanel({ projectId }: { projectId: string }) {
  return (
    <>
      <ProfileCard projectId={projectId} />
      <KnowledgeList projectId={projectId} />
    </>
  )
}
