import type { SavedReply } from '@aichat/contracts/chat/saved-replies'
import { quickReplies, type Session } from '@aichat/contracts/chat/sessions'
import { useCompany, useUser } from '../kit/http/auth-storage.ts'
import { fillPlaceholders } from '../saved-replies/fill-placeholders.ts'
import { useSavedReplies } from '../saved-replies/queries.ts'
import { visitorName } from '../sessions/format-session.ts'
import { type Choice, type Completion, useCompletion } from '../ui/forms/use-completion.ts'

const maxChoices = 8

/** Completes a message that starts with a slash to a saved reply or quick reply that contains the text after it. */
export function useSlashCompletion(
  session: Session,
  text: string,
  onChoose: (text: string, savedReply?: SavedReply) => void,
): Completion {
  const { data: savedReplies = [] } = useSavedReplies()
  const agentName = useUser()?.name ?? ''
  const companyName = useCompany()?.name ?? ''
  const values = {
    visitorName: visitorName(session),
    agentName,
    companyName,
    projectName: session.projectId.name,
  }
  return useCompletion({
    label: 'Saved replies',
    text,
    choices: findReplies(savedReplies, text),
    onChoose: ({ key, text: chosen }) =>
      onChoose(
        fillPlaceholders(chosen, values),
        savedReplies.find(({ id }) => id === key),
      ),
  })
}

function findReplies(savedReplies: readonly SavedReply[], text: string): Choice[] {
  const query = /^\/([^\n]{0,60})$/.exec(text)?.[1]?.toLowerCase()
  if (query === undefined) return []
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
