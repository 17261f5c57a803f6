import { answerRemovalSentences, type RemovableKind } from '@aichat/contracts/ai/answer-removal'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { useTakeDown } from './answer-queries.ts'

type Props = { projectId: string; text: { kind: RemovableKind; id: string; title: string } }

/** Removes a text that the draft no longer has from the live answers, without a publish. */
export function TakeDownButton({ projectId, text }: Props) {
  const takeDown = useTakeDown(projectId)
  const [isAsking, setAsking] = useState(false)

  /** The button is gone with its text when the request has succeeded, and so would be the callbacks of the mutation. */
  async function confirm() {
    setAsking(false)
    try {
      await takeDown.mutateAsync({ kind: text.kind, id: text.id })
      toast('Removed from the live answers')
    } catch (error) {
      toast(errorMessage(error, answerRemovalSentences.takeDownFailed), { tone: 'bad' })
    }
  }

  return (
    <>
      <Button
        size="compact"
        label={`Stop using now: ${text.title}`}
        permission="knowledge.edit"
        isBusy={takeDown.isPending}
        onPress={() => setAsking(true)}
      >
        Stop using now
      </Button>
      <AlertDialog
        title="Stop using this text now"
        question={`Visitors stop getting answers from “${text.title}” right away, before your next publish.`}
        detail="Releases that contain it keep it, so restoring one of them can bring it back."
        confirmLabel="Stop using now"
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
      />
    </>
  )
}
