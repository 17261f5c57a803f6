import { ImageOff } from 'lucide-react'
import { useState } from 'react'

/** The logo as the chat's header shows it; a picture that does not load is said to. */
export function LogoPreview({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) {
    return (
      <p className="-mt-2 flex items-center gap-1.5 text-small text-warn">
        <ImageOff aria-hidden size={14} /> There is no picture at this address.
      </p>
    )
  }
  return (
    <img
      src={url}
      alt="The logo"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className="-mt-2 size-10 rounded-pill border object-cover"
    />
  )
}
