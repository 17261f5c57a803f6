import { widgetLimits } from '@aichat/contracts/widget'
import { Check, TriangleAlert } from 'lucide-react'
import { ColorField } from '../ui/ColorField.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { contrastRatio, contrastWords } from './contrast.ts'
import type { WidgetDraft } from './use-widget-draft.ts'

export function BrandingTab({ draft: { config, problems, edit } }: { draft: WidgetDraft }) {
  const { brand } = config
  return (
    <>
      <TextInput
        label="Chat name"
        autoComplete="off"
        maxLength={widgetLimits.chatName}
        value={brand.chatName}
        error={problems['brand.chatName']}
        onChange={(event) => edit({ brand: { chatName: event.target.value } })}
      />
      <ColorField
        label="Primary colour"
        value={brand.primaryColor}
        error={problems['brand.primaryColor']}
        onChange={(primaryColor) => edit({ brand: { primaryColor } })}
      />
      <ColorField
        label="Font colour"
        value={brand.fontColor}
        error={problems['brand.fontColor']}
        onChange={(fontColor) => edit({ brand: { fontColor } })}
      />
      <ContrastLine font={brand.fontColor} primary={brand.primaryColor} />
      <TextInput
        label="Logo URL"
        hint="Optional"
        type="url"
        inputMode="url"
        placeholder="https://acme.com/logo.png"
        maxLength={widgetLimits.logoUrl}
        value={brand.logoUrl}
        error={problems['brand.logoUrl']}
        onChange={(event) => edit({ brand: { logoUrl: event.target.value } })}
      />
    </>
  )
}

function ContrastLine({ font, primary }: { font: string; primary: string }) {
  const ratio = contrastRatio(font, primary)
  if (ratio === null) return null
  const { words, isEasy } = contrastWords(ratio)
  const Icon = isEasy ? Check : TriangleAlert
  return (
    <p className={`-mt-2 flex items-center gap-1.5 text-small ${isEasy ? 'text-ok' : 'text-warn'}`}>
      <Icon aria-hidden size={14} />
      {ratio.toFixed(1)}:1 {words}
    </p>
  )
}
