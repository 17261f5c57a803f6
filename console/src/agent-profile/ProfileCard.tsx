import { agentProfileSentences } from '@aichat/contracts/ai/agent-profile'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { ProfileDialog } from './ProfileDialog.tsx'
import { useAgentProfile } from './queries.ts'

export function ProfileCard({ projectId }: { projectId: string }) {
  const { data: profile, error, refetch } = useAgentProfile(projectId)
  const loading = useDelayedLoading(!profile && !error)
  const [isOpen, setOpen] = useState(false)
  return (
    <Card>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-title">Agent profile</h2>
        <Button
          size="compact"
          permission="profile.manage"
          icon={<Pencil aria-hidden size={14} strokeWidth={1.75} />}
          onPress={() => setOpen(true)}
        >
          Edit Profile
        </Button>
      </div>
      {loading !== 'done' ? (
        <div aria-busy="true" className="mt-3 h-10">
          {loading === 'visible' && <Skeleton isImmediate className="h-10 w-64" />}
        </div>
      ) : profile ? (
        <div className="mt-3 flex min-w-0 items-center gap-3">
          <Avatar name={profile.agentName} seed={projectId} />
          <dl className="flex min-w-0 flex-wrap gap-x-4 text-ink-2">
            <div className="w-full min-w-0">
              <dt className="sr-only">Agent name</dt>
              <dd className="truncate text-body font-strong text-ink">{profile.agentName}</dd>
            </div>
            <div className="flex min-w-0 gap-1">
              <dt>Company:</dt>
              <dd className="truncate">{profile.companyName || '–'}</dd>
            </div>
            <div className="flex gap-1">
              <dt>Tone:</dt>
              <dd>{profile.tone}</dd>
            </div>
          </dl>
        </div>
      ) : (
        <div role="alert" className="mt-3 flex items-center gap-2 text-bad">
          {errorMessage(error, agentProfileSentences.loadFailed)}
          <RetryButton onPress={refetch} />
        </div>
      )}
      <ProfileDialog projectId={projectId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}
