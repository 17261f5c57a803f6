import { agentProfileSentences } from '@aichat/contracts/ai/agent-profile'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useAgentProfile } from './queries.ts'

const EditProfileDialog = lazyOverlay(() =>
  import('./EditProfileDialog.tsx').then((file) => file.EditProfileDialog),
)

type Props = { projectId: string; isOpen: boolean; onClose: () => void }

export function ProfileDialog({ projectId, isOpen, onClose }: Props) {
  const { data: profile, error, refetch } = useAgentProfile(projectId)
  if (!isOpen) return null
  if (profile) {
    return <EditProfileDialog projectId={projectId} profile={profile} onClose={onClose} />
  }
  return (
    <Dialog title="Agent Profile" isOpen onClose={onClose} footer={<Button onPress={onClose}>Cancel</Button>}>
      {error ? (
        <ErrorCard message={errorMessage(error, agentProfileSentences.loadFailed)} onRetry={refetch} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Dialog>
  )
}
