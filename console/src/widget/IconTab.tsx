import { iconAnimations, iconPositions, widgetLimits } from '@aichat/contracts/widget'
import { ColorField } from '../ui/ColorField.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

const positions = iconPositions.map((value) => ({
  value,
  label: value,
  picture: <PositionPicture isLeft={value === 'bottom-left'} />,
}))
const animations = iconAnimations.map((value) => ({ value, label: value }))

export function IconTab({ draft: { config, problems, edit } }: { draft: WidgetDraft }) {
  const { icon } = config
  return (
    <>
      <RadioCards
        label="Position"
        cards={positions}
        value={icon.position}
        onChange={(position) => edit({ icon: { position } })}
      />
      <RadioCards
        label="Animation"
        columns={4}
        cards={animations}
        value={icon.animation}
        onChange={(animation) => edit({ icon: { animation } })}
      />
      <ColorField
        label="Colour"
        value={icon.color}
        error={problems['icon.color']}
        onChange={(color) => edit({ icon: { color } })}
      />
      <TextInput
        label="Icon text"
        hint="Optional. Stands beside the icon."
        maxLength={widgetLimits.iconText}
        counted={icon.text.length}
        value={icon.text}
        error={problems['icon.text']}
        onChange={(event) => edit({ icon: { text: event.target.value } })}
      />
    </>
  )
}

function PositionPicture({ isLeft }: { isLeft: boolean }) {
  return (
    <span aria-hidden className="relative mb-1 block h-12 rounded-badge border border-line bg-canvas">
      <span
        className={`absolute bottom-1.5 size-3 rounded-pill bg-accent ${isLeft ? 'left-1.5' : 'right-1.5'}`}
      />
    </span>
  )
}
