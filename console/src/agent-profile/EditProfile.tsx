import { type AgentProfile, agentProfile, agentProfileSentences } from '@aichat/contracts/agent-profile'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { sentenceOf } from '../kit/failure.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ProfileFields } from './ProfileFields.tsx'
import { useSaveAgentProfile } from './queries.ts'

type Props = { projectId: string; profile: AgentProfile; onClose: () => void }

export function EditProfile({ projectId, profile, onClose }: Props) {
  const formId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveAgentProfile(projectId)
  const form = useForm({ resolver: zodResolver(agentProfile), defaultValues: profile, mode: 'onTouched' })
  const onSubmit = form.handleSubmit((values) => {
    setProblem(null)
    save.mutate(values, {
      onSuccess: onClose,
      onError: (error) => setProblem(sentenceOf(error, agentProfileSentences.saveFailed)),
    })
  })
  return (
    <Dialog
      title="Agent Profile"
      isOpen
      onClose={onClose}
      isDirty={form.formState.isDirty && !save.isPending}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <ProfileFields form={form} problem={problem} />
      </form>
    </Dialog>
  )
}
