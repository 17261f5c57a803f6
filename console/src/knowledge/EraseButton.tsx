import { answerRemovalSentences, type RemovableKind } from '@aichat/contracts/ai/answer-removal'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { useEraseText } from './queries.ts'

type Props = {
  projectId: string
  text: { kind: RemovableKind; id: string; title: string }
  /** The accessible name, where several texts can be erased. */
  label?: string
  onErased: () => void
}

/** Deletes an item or FAQ, which may have been removed already, together with its text in all releases. */
export function EraseButton({ projectId, text, label, onErased }: Props) {
  const erase = useEraseText(projectId)
  const [isAsking, setAsking] = useState(false)

  function confirm() {
    setAsking(false)
    erase.mutate(text, {
      onSuccess: () => {
        onErased()
        toast('Text erased')
      },
      onError: (error) => toast(errorMessage(error, answerRemovalSentences.eraseFailed), { tone: 'bad' }),
    })
  }

  return (
    <>
      <Button
        size="compact"
        label={label}
        icon={<Eraser aria-hidden size={14} strokeWidth={1.75} />}
        permission={text.kind === 'faq' ? 'faq.delete' : 'knowledge.delete'}
        isBusy={erase.isPending}
        onPress={() => setAsking(true)}
      >
        Erase permanently
      </Button>
      <AlertDialog
        title="Erase permanently"
        question={`“${text.title}” is deleted from your ${text.kind === 'faq' ? 'FAQs' : 'knowledge'} and from all releases. This cannot be undone.`}
        detail="Replies that used it stay, and “Why this answer?” says that the text was erased."
        confirmLabel="Erase permanently"
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
      />
    </>
  )
}
