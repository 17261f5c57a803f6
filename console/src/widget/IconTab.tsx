import {
  iconAnimations,
  iconPositions,
  widgetFieldLabels,
  widgetLimits,
} from '@aichat/contracts/widget/widget'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ColorField } from '../ui/forms/ColorField.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { ContrastCheck } from './ContrastCheck.tsx'
import { brandPresets, isSameColor } from './color-presets.ts'
import type { WidgetDraft } from './use-widget-draft.ts'

type Animation = (typeof iconAnimations)[number]

const positionLabels: Record<(typeof iconPositions)[number], string> = {
  'bottom-left': 'Bottom left',
  'bottom-right': 'Bottom right',
}
const animationLabels: Record<Animation, string> = {
  none: 'None',
  pulse: 'Pulse',
  bounce: 'Bounce',
  shake: 'Shake',
}
const positions = iconPositions.map((value) => ({
  value,
  label: positionLabels[value],
  picture: <PositionPicture isLeft={value === 'bottom-left'} />,
}))
const animationClasses: Record<Animation, string> = {
  none: '',
  pulse: 'animate-icon-pulse',
  bounce: 'animate-icon-bounce',
  shake: 'animate-icon-shake',
}

export function IconTab({ draft: { config, errors, edit } }: { draft: WidgetDraft }) {
  const { icon, brand } = config
  const [played, setPlayed] = useState<Animation>('none')
  return (
    <>
      <RadioCards
        label={widgetFieldLabels['icon.position']}
        cards={positions}
        value={icon.position}
        onChange={(position) => edit({ icon: { position } })}
      />
      <RadioCards
        label={widgetFieldLabels['icon.animation']}
        columns={4}
        cards={iconAnimations.map((value) => ({
          value,
          label: animationLabels[value],
          picture: (
            <MessageCircle
              aria-hidden
              size={20}
              strokeWidth={1.75}
              data-plays={played === value}
              className={`text-ink-2 ${played === value ? animationClasses[value] : ''}`}
            />
          ),
        }))}
        value={icon.animation}
        onChange={(animation) => {
          setPlayed(animation)
          edit({ icon: { animation } })
        }}
      />
      <ColorField
        label={widgetFieldLabels['icon.color']}
        presets={brandPresets}
        value={icon.color}
        error={errors['icon.color']}
        onChange={(color) => edit({ icon: { color } })}
      />
      <Button
        size="compact"
        className="-mt-2 self-start"
        isPressed={isSameColor(icon.color, brand.primaryColor)}
        onPress={() => edit({ icon: { color: brand.primaryColor } })}
      >
        Same as primary
      </Button>
      <ContrastCheck
        font={brand.fontColor}
        background={icon.color}
        purpose="graphic"
        onFix={(color) => edit({ icon: { color } })}
      />
      <TextInput
        label={widgetFieldLabels['icon.text']}
        hint="Shown next to the icon."
        maxLength={widgetLimits.iconText}
        counted={icon.text.length}
        value={icon.text}
        error={errors['icon.text']}
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
