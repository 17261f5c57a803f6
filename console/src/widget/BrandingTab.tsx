import { widgetFieldLabels, widgetLimits } from '@aichat/contracts/widget/widget'
import { ColorField } from '../ui/forms/ColorField.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { ContrastCheck } from './ContrastCheck.tsx'
import { brandPresets, fontPresets, isSameColor } from './color-presets.ts'
import { LogoField } from './logo/LogoField.tsx'
import { TeamFields } from './TeamFields.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

export function BrandingTab({ draft }: { draft: WidgetDraft }) {
  const { config, errors, edit } = draft
  const { brand, icon } = config
  /** An icon in the primary color keeps it. */
  function setPrimary(primaryColor: string) {
    const isShared = isSameColor(icon.color, brand.primaryColor)
    edit({ brand: { primaryColor }, ...(isShared ? { icon: { color: primaryColor } } : {}) })
  }
  return (
    <>
      <TextInput
        label={widgetFieldLabels['brand.chatName']}
        autoComplete="off"
        maxLength={widgetLimits.chatName}
        value={brand.chatName}
        error={errors['brand.chatName']}
        onChange={(event) => edit({ brand: { chatName: event.target.value } })}
      />
      <ColorField
        label={widgetFieldLabels['brand.primaryColor']}
        presets={brandPresets}
        value={brand.primaryColor}
        error={errors['brand.primaryColor']}
        onChange={setPrimary}
      />
      <ColorField
        label={widgetFieldLabels['brand.fontColor']}
        presets={fontPresets}
        value={brand.fontColor}
        error={errors['brand.fontColor']}
        onChange={(fontColor) => edit({ brand: { fontColor } })}
      />
      <ContrastCheck
        font={brand.fontColor}
        background={brand.primaryColor}
        purpose="text"
        onFix={setPrimary}
      />
      <LogoField draft={draft} />
      <TeamFields draft={draft} />
      <TextInput
        label={widgetFieldLabels['brand.privacyUrl']}
        hint="Linked before the first message."
        type="url"
        inputMode="url"
        placeholder="https://acme.com/privacy"
        maxLength={widgetLimits.imageUrl}
        value={brand.privacyUrl ?? ''}
        error={errors['brand.privacyUrl']}
        onChange={(event) => edit({ brand: { privacyUrl: event.target.value } })}
      />
      <TemplateChoice draft={draft} />
    </>
  )
}
