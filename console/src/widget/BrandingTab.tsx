import { widgetFieldNames, widgetLimits } from '@aichat/contracts/widget'
import { ColorField } from '../ui/ColorField.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { ContrastLine } from './ContrastLine.tsx'
import { Logo } from './Logo.tsx'
import { brandPresets, fontPresets } from './presets.ts'
import { TemplateChoice } from './TemplateChoice.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

export function BrandingTab({ draft }: { draft: WidgetDraft }) {
  const { config, problems, edit } = draft
  const { brand } = config
  return (
    <>
      <TextInput
        label={widgetFieldNames['brand.chatName']}
        autoComplete="off"
        maxLength={widgetLimits.chatName}
        value={brand.chatName}
        error={problems['brand.chatName']}
        onChange={(event) => edit({ brand: { chatName: event.target.value } })}
      />
      <ColorField
        label={widgetFieldNames['brand.primaryColor']}
        presets={brandPresets}
        value={brand.primaryColor}
        error={problems['brand.primaryColor']}
        onChange={(primaryColor) => edit({ brand: { primaryColor } })}
      />
      <ColorField
        label={widgetFieldNames['brand.fontColor']}
        presets={fontPresets}
        value={brand.fontColor}
        error={problems['brand.fontColor']}
        onChange={(fontColor) => edit({ brand: { fontColor } })}
      />
      <ContrastLine
        font={brand.fontColor}
        background={brand.primaryColor}
        onFix={(primaryColor) => edit({ brand: { primaryColor } })}
      />
      <TextInput
        label={widgetFieldNames['brand.logoUrl']}
        hint="Optional"
        type="url"
        inputMode="url"
        placeholder="https://acme.com/logo.png"
        maxLength={widgetLimits.logoUrl}
        value={brand.logoUrl}
        error={problems['brand.logoUrl']}
        onChange={(event) => edit({ brand: { logoUrl: event.target.value } })}
      />
      {brand.logoUrl && !problems['brand.logoUrl'] && <Logo key={brand.logoUrl} url={brand.logoUrl} />}
      <TemplateChoice draft={draft} />
    </>
  )
}
