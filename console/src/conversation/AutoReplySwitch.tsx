import type { Session } from '@aichat/contracts/sessions'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { useAutoReply } from './queries.ts'

type Props = { session: Session; isPhone: boolean }

export function AutoReplySwitch({ session, isPhone }: Props) {
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
        <span className="flex flex-col items-end text-small leading-4">
          {isPhone ? 'AI' : 'AI Auto-Reply'}
          {!session.autoReplyEnabled && !isPhone && (
            <span className="text-caption font-normal text-muted">(Manual mode)</span>
          )}
        </span>
      </Switch>
    </div>
  )
}
