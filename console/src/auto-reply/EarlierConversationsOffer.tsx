import { projectAutoReplySentences } from '@aichat/contracts/ai/project-auto-reply'
import { Bot } from 'lucide-react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { useEnableForEarlierConversations, useProjectAutoReply } from './queries.ts'

/** Once AI auto-reply is live, offers it for open conversations, which have the value that they started with. */
export function EarlierConversationsOffer({ projectId }: { projectId: string }) {
  const { data } = useProjectAutoReply(projectId)
  const enable = useEnableForEarlierConversations(projectId)
  if (!data?.isLive || data.earlierConversationCount === 0) return null
  const count = formatCount(data.earlierConversationCount)
  return (
    <section
      aria-label="Open conversations"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border bg-ai-soft p-4"
    >
      <Bot aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-ai" />
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-strong">{count} started before AI auto-reply was live.</p>
        <p className="text-ink-2">
          Conversations that your team has answered or switched to manual stay as they are.
        </p>
      </div>
      <Button
        permission="projects.publish"
        isBusy={enable.isPending}
        onPress={() =>
          enable.mutate(undefined, {
            onSuccess: ({ enabledCount }) => toast(`AI auto-reply is on for ${formatCount(enabledCount)}`),
            onError: (error) => toast(errorMessage(error, projectAutoReplySentences.failed), { tone: 'bad' }),
          })
        }
      >
        Turn on for {data.earlierConversationCount === 1 ? 'it' : 'them'} too
      </Button>
    </section>
  )
}

function formatCount(count: number): string {
  return count === 1 ? '1 open conversation' : `${count} open conversations`
}
