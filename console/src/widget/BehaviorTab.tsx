import {
  type WidgetConfig,
  widgetFieldLabels,
  widgetLimits,
  widgetSentences,
} from '@aichat/contracts/widget/widget'
import { formatCount } from '../kit/format/format-count.ts'
import { NumberInput } from '../ui/forms/NumberInput.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

export function BehaviorTab({ draft: { config, edit } }: { draft: WidgetDraft }) {
  const { behavior, agent } = config
  const { autoOpenDelay, autoReplyRateLimit, autoReplyResumeMinutes } = widgetLimits
  const setDelay = (delay: number) => edit({ behavior: { autoOpenDelay: delay } })
  return (
    <>
      <div className="flex flex-col gap-1">
        <Switch
          isSelected={behavior.openOnLoad}
          onChange={(openOnLoad) => edit({ behavior: { openOnLoad } })}
        >
          {widgetFieldLabels['behavior.openOnLoad']}
        </Switch>
        <p className="text-muted">{describeOpening(behavior)}</p>
      </div>
      <Switch
        isSelected={behavior.showTooltip}
        onChange={(showTooltip) => edit({ behavior: { showTooltip } })}
      >
        {widgetFieldLabels['behavior.showTooltip']}
      </Switch>
      <Switch
        isSelected={behavior.showMessagePreview === true}
        onChange={(showMessagePreview) => edit({ behavior: { showMessagePreview } })}
      >
        {widgetFieldLabels['behavior.showMessagePreview']}
      </Switch>
      <div className="flex flex-col gap-2">
        <NumberInput
          label={widgetFieldLabels['behavior.autoOpenDelay']}
          hint={
            behavior.openOnLoad
              ? 'Not used while the chat opens on page load.'
              : `${autoOpenDelay.min} to ${autoOpenDelay.max} seconds. Set to 0 to turn it off.`
          }
          minimum={autoOpenDelay.min}
          maximum={autoOpenDelay.max}
          value={behavior.autoOpenDelay}
          onChange={setDelay}
        />
        <input
          type="range"
          aria-label={`${widgetFieldLabels['behavior.autoOpenDelay']}, slider`}
          aria-valuetext={`${behavior.autoOpenDelay} seconds`}
          min={autoOpenDelay.min}
          max={autoOpenDelay.max}
          value={behavior.autoOpenDelay}
          onChange={(event) => setDelay(event.target.valueAsNumber)}
          className="h-7 w-full cursor-pointer accent-accent touch:h-11"
        />
      </div>
      <div className="flex flex-col gap-1 border-t pt-4">
        <Switch
          tone="ai"
          isSelected={agent.autoReply}
          onChange={(autoReply) => edit({ agent: { autoReply } })}
        >
          {widgetFieldLabels['agent.autoReply']}
        </Switch>
        <p className="text-muted">
          {widgetSentences.autoReplyHint} Visitors get a change when you publish it.
        </p>
      </div>
      {agent.autoReply && (
        <NumberInput
          label={widgetFieldLabels['agent.autoReplyRateLimit']}
          hint={`${autoReplyRateLimit.min} to ${autoReplyRateLimit.max} seconds between AI replies.`}
          minimum={autoReplyRateLimit.min}
          maximum={autoReplyRateLimit.max}
          value={agent.autoReplyRateLimit}
          onChange={(limit) => edit({ agent: { autoReplyRateLimit: limit } })}
        />
      )}
      <div className="flex flex-col gap-1 border-t pt-4">
        <Switch
          isSelected={behavior.manualOnReply}
          onChange={(manualOnReply) => edit({ behavior: { manualOnReply } })}
        >
          {widgetFieldLabels['behavior.manualOnReply']}
        </Switch>
        <p className="text-muted">Turns AI auto-reply off in the conversation.</p>
      </div>
      {behavior.manualOnReply && (
        <NumberInput
          label={widgetFieldLabels['behavior.autoReplyResumeMinutes']}
          hint="Minutes without another reply. Set to 0 to leave it off until the conversation is reopened."
          minimum={autoReplyResumeMinutes.min}
          maximum={autoReplyResumeMinutes.max}
          value={behavior.autoReplyResumeMinutes}
          onChange={(minutes) => edit({ behavior: { autoReplyResumeMinutes: minutes } })}
        />
      )}
    </>
  )
}

/** When the chat opens without a click. */
function describeOpening({ openOnLoad, autoOpenDelay }: WidgetConfig['behavior']): string {
  if (openOnLoad)
    return 'The chat opens as soon as a page has loaded, unless the visitor has closed it before.'
  return autoOpenDelay > 0
    ? `The chat opens ${formatCount(autoOpenDelay, 'second')} after a page has loaded, unless the visitor has closed it before.`
    : 'The chat opens when a visitor clicks the icon.'
}
