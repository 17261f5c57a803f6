import type { SavedReply } from '@aichat/contracts/saved-replies'
import { quickReplies, type Session } from '@aichat/contracts/sessions'
import { useCompany, useUser } from '../kit/auth-storage.ts'
import { fillIn } from '../saved-replies/fill-placeholders.ts'
import { useSavedReplies } from '../saved-replies/queries.ts'
import { visitorName } from '../sync/visitor.ts'
import { type Completion, useCompletion } from '../ui/use-completion.ts'

const most = 8

/** A slash at the start of the message lists replies to fill it with; what follows the slash looks for one. */
export function useSlash(
  session: Session,
  text: string,
  onChoose: (words: string, reply?: SavedReply) => void,
): Completion {
  const { data: saved = [] } = useSavedReplies()
  const agentName = useUser()?.name ?? ''
  const companyName = useCompany()?.name ?? ''
  const sought = /^\/([^\n]{0,60})$/.exec(text)?.[1]?.toLowerCase()
  const all = [
    ...saved.map((reply) => ({ key: reply.id, name: reply.name, text: reply.text, files: namesOf(reply) })),
    ...quickReplies.map((reply) => ({ key: reply, name: reply, text: reply })),
  ]
  const choices =
    sought === undefined
      ? []
      : all
          .filter(({ name, text: reply }) => `${name}\n${reply}`.toLowerCase().includes(sought))
          .slice(0, most)
  const known = {
    visitorName: visitorName(session),
    agentName,
    companyName,
    projectName: session.projectId.name,
  }
  return useCompletion({
    label: 'Saved replies',
    text,
    choices,
    onChoose: ({ key, text: words }) =>
      onChoose(
        fillIn(words, known),
        saved.find(({ id }) => id === key),
      ),
  })
}

function namesOf({ files }: SavedReply): string {
  return files.map(({ name }) => name).join(', ')
}
