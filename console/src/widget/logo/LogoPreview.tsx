import { ImageOff } from 'lucide-react'
import { useState } from 'react'

/** The logo as in the chat's header, or a warning when it does not load. */
export function LogoPreview({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) {
    return (
      <p className="-mt-2 flex items-center gap-1.5 text-warn">
        <ImageOff aria-hidden size={14} /> We couldn't load an image from this URL.
      </p>
    )
  }
  return (
    <img
      src={url}
      alt="Logo preview"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className="-mt-2 size-10 shrink-0 rounded-pill border object-cover"
    />
  )
}
