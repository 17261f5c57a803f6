import { getWidgetFileId } from '@aichat/contracts/widget/logo'
import { widgetFieldLabels, widgetLimits } from '@aichat/contracts/widget/widget'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import type { WidgetDraft } from '../use-widget-draft.ts'
import { LogoPreview } from './LogoPreview.tsx'
import { LogoUploader } from './LogoUploader.tsx'

/** The logo: the address of an image on the web, or an image that is uploaded. */
export function LogoField({ draft: { config, errors, edit } }: { draft: WidgetDraft }) {
  const { logoUrl } = config.brand
  const isUploaded = getWidgetFileId(logoUrl) !== null
  const error = errors['brand.logoUrl']
  const change = (url: string) => edit({ brand: { logoUrl: url } })
  return (
    <>
      <TextInput
        label={widgetFieldLabels['brand.logoUrl']}
        {...(isUploaded
          ? { type: 'text', value: 'Uploaded image', readOnly: true }
          : { type: 'url', value: logoUrl, inputMode: 'url', maxLength: widgetLimits.imageUrl })}
        placeholder="https://acme.com/logo.png"
        className="read-only:bg-sunken"
        error={error}
        onChange={(event) => change(event.target.value)}
      />
      {logoUrl && !error && <LogoPreview key={logoUrl} url={logoUrl} />}
      <LogoUploader widgetId={config.id} isUploaded={isUploaded} onChange={change} />
    </>
  )
}
