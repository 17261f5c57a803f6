import type { KnowledgeExtension } from '@aichat/contracts/knowledge'
import { ProfileCard } from '../agent-profile/ProfileCard.tsx'
import { KnowledgeList } from '../knowledge/KnowledgeList.tsx'
import { TryButton } from '../test-chat/TryButton.tsx'

type Props = { projectId: string; accepts: readonly KnowledgeExtension[] }

/** The AI agent of a project: its profile and its knowledge. */
export function AgentPanel({ projectId, accepts }: Props) {
  return (
    <>
      <ProfileCard projectId={projectId} />
      <KnowledgeList
        projectId={projectId}
        accepts={accepts}
        action={<TryButton projectId={projectId} size="compact" />}
      />
    </>
  )
}
