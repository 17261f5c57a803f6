import type { Session } from '@aichat/contracts/chat/sessions'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { useAutoReply } from './queries.ts'

export function AutoReplySwitch({ session }: { session: Session }) {
  const autoReply = useAutoReply(session.sessionId)
  return (
    <div className="flex shrink-0 items-center">
      {autoReply.isError && <RetryButton onPress={() => autoReply.mutate(autoReply.variables)} />}
      <Switch
        tone="ai"
        label="AI Auto-Reply"
        isSelected={session.autoReplyEnabled}
        onChange={(isOn) => autoReply.mutate(isOn)}
      >
        <span className="flex flex-col items-end text-caption">
          <span className="whitespace-nowrap">
            AI<span className="@max-[38rem]/conversation:hidden"> Auto-Reply</span>
          </span>
          {!session.autoReplyEnabled && (
            <span className="text-caption font-normal whitespace-nowrap text-muted">(Manual mode)</span>
          )}
        </span>
      </Switch>
    </div>
  )
}
