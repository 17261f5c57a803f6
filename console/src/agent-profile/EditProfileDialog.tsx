import { type AgentProfile, agentProfile, agentProfileSentences } from '@aichat/contracts/ai/agent-profile'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage } from '../kit/http/api-error.ts'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { ProfileFields } from './ProfileFields.tsx'
import { useSaveAgentProfile } from './queries.ts'

type Props = { projectId: string; profile: AgentProfile; onClose: () => void }

export function EditProfileDialog({ projectId, profile, onClose }: Props) {
  const [error, setError] = useState<string | null>(null)
  const save = useSaveAgentProfile(projectId)
  const form = useForm({ resolver: zodResolver(agentProfile), defaultValues: profile, mode: 'onTouched' })
  const onSubmit = form.handleSubmit((values) => {
    setError(null)
    return save.mutateAsync(values, {
      onSuccess: onClose,
      onError: (error) => setError(errorMessage(error, agentProfileSentences.saveFailed)),
    })
  })
  return (
    <FormDialog
      title="Agent Profile"
      submit="Save"
      onClose={onClose}
      onSubmit={onSubmit}
      isBusy={save.isPending}
      isDirty={form.formState.isDirty && !save.isPending}
    >
      <ProfileFields form={form} error={error} />
    </FormDialog>
  )
}
