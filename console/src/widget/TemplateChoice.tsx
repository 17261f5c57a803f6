import type { Template } from '@aichat/contracts/widget/templates'
import { widgetFieldLabels, widgetSentences } from '@aichat/contracts/widget/widget'
import {
  Bot,
  Hexagon,
  type LucideIcon,
  MessageCircle,
  MessageCirclePlus,
  MessageSquare,
  Minimize2,
  RectangleHorizontal,
  Zap,
} from 'lucide-react'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { useTemplates } from './templates.ts'
import type { WidgetDraft } from './use-widget-draft.ts'

const icons: Record<Template['key'], LucideIcon> = {
  minimal: MessageSquare,
  modern: Zap,
  card: RectangleHorizontal,
  bubble: MessageCircle,
  compact: Minimize2,
  neo: Hexagon,
  assistant: Bot,
  minimalplus: MessageCirclePlus,
}

/** The published templates, with a note that widgets are set to minimal. */
export function TemplateChoice({ draft: { config, edit } }: { draft: WidgetDraft }) {
  const { data: templates, isError, refetch } = useTemplates()
  if (isError && !templates) return <RetryButton onPress={refetch} />
  if (!templates) return null
  const cards = templates.map(({ key, name }) => {
    const Icon = icons[key]
    return {
      value: key,
      label: name,
      picture: <Icon aria-hidden size={20} strokeWidth={1.75} className="text-ink-2" />,
    }
  })
  const chosen = templates.find(({ key }) => key === config.template.key)
  return (
    <div className="flex flex-col gap-1.5">
      <RadioCards
        label={widgetFieldLabels['template.key']}
        cards={cards}
        value={chosen?.key ?? 'minimal'}
        onChange={(key) => edit({ template: { key } })}
      />
      {config.template.key === 'minimal' && <p className="text-muted">{widgetSentences.forcedTemplate}</p>}
    </div>
  )
}
