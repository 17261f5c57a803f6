import { widgetLimits, widgetSentences } from '@aichat/contracts/widget'
import { NumberInput } from '../ui/NumberInput.tsx'
import { Switch } from '../ui/Switch.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

export function BehaviorTab({ draft: { config, edit } }: { draft: WidgetDraft }) {
  const { behavior, agent } = config
  const { autoOpenDelay, autoReplyRateLimit } = widgetLimits
  return (
    <>
      <Switch isSelected={behavior.openOnLoad} onChange={(openOnLoad) => edit({ behavior: { openOnLoad } })}>
        Open on page load
      </Switch>
      <Switch
        isSelected={behavior.showTooltip}
        onChange={(showTooltip) => edit({ behavior: { showTooltip } })}
      >
        Show tooltip
      </Switch>
      <NumberInput
        label="Auto-open delay"
        hint={`${autoOpenDelay.min} to ${autoOpenDelay.max} seconds. 0 disables it.`}
        minimum={autoOpenDelay.min}
        maximum={autoOpenDelay.max}
        value={behavior.autoOpenDelay}
        onChange={(delay) => edit({ behavior: { autoOpenDelay: delay } })}
      />
      <div className="flex flex-col gap-1 border-t pt-4">
        <Switch
          tone="ai"
          isSelected={agent.autoReply}
          onChange={(autoReply) => edit({ agent: { autoReply } })}
        >
          AI auto-reply
        </Switch>
        <p className="text-small text-muted">{widgetSentences.autoReplyHint}</p>
      </div>
      {agent.autoReply && (
        <NumberInput
          label="Auto-reply rate limit"
          hint={`${autoReplyRateLimit.min} to ${autoReplyRateLimit.max} seconds between AI replies.`}
          minimum={autoReplyRateLimit.min}
          maximum={autoReplyRateLimit.max}
          value={agent.autoReplyRateLimit}
          onChange={(limit) => edit({ agent: { autoReplyRateLimit: limit } })}
        />
      )}
    </>
  )
}
