import type { SavedReply } from '@aichat/contracts/chat/saved-replies'
import { quickReplies, type Session } from '@aichat/contracts/chat/sessions'
import { useCompany, useUser } from '../kit/http/auth-storage.ts'
import { fillPlaceholders } from '../saved-replies/fill-placeholders.ts'
import { useSavedReplies } from '../saved-replies/queries.ts'
import { visitorName } from '../sessions/format-session.ts'
import { type Choice, type Completion, useCompletion } from '../ui/forms/use-completion.ts'
import { findSlash } from './find-slash.ts'

const maxChoices = 8

type Options = {
  text: string
  caret: number
  /** Replaces the part of the text that was completed. */
  onChoose: (range: { from: number; to: number }, text: string, savedReply?: SavedReply) => void
}

/** Completes a slash and the text after it, up to the caret, to a saved reply or quick reply. */
export function useSlashCompletion(session: Session, { text, caret, onChoose }: Options): Completion {
  const { data: savedReplies = [] } = useSavedReplies()
  const agentName = useUser()?.name ?? ''
  const companyName = useCompany()?.name ?? ''
  const values = {
    visitorName: visitorName(session),
    agentName,
    companyName,
    projectName: session.projectId.name,
  }
  const slash = findSlash(text, caret)
  return useCompletion({
    label: 'Saved replies',
    text,
    choices: slash ? findReplies(savedReplies, slash.query) : [],
    onChoose: ({ key, text: chosen }) =>
      slash &&
      onChoose(
        { from: slash.from, to: caret },
        fillPlaceholders(chosen, values),
        savedReplies.find(({ id }) => id === key),
      ),
  })
}

function findReplies(savedReplies: readonly SavedReply[], query: string): Choice[] {
  const replies: Choice[] = [
    ...savedReplies.map(({ id, name, text: reply, files }) => ({
      key: id,
      name,
      text: reply,
      files: files.map((file) => file.name).join(', '),
    })),
    ...quickReplies.map((reply) => ({ key: reply, name: reply, text: reply })),
  ]
  return replies
    .filter(({ name, text: reply }) => `${name}\n${reply}`.toLowerCase().includes(query))
    .slice(0, maxChoices)
}
