import { useState } from 'react'

type Props = { name: string; websiteUrl: string | null }

/** The icon of the project's website, or else the first letter of its name. Browsers load it over HTTPS only. */
export function ProjectIcon({ name, websiteUrl }: Props) {
  const src = websiteUrl?.startsWith('https:') ? new URL('/favicon.ico', websiteUrl).href : null
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunken font-strong text-ink-2"
    >
      {src && src !== failedSrc ? (
        <img
          src={src}
          alt=""
          width={20}
          height={20}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        [...name][0]?.toUpperCase()
      )}
    </span>
  )
}
