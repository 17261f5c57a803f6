import { useState } from 'react'
import { ApiError } from '../../kit/http/api-error.ts'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { textLink } from '../../ui/text-link.ts'
import { type TextPlace, useReleasedText } from './released-text.ts'

/** The whole text behind a passage, as it was when the reply was written. */
export function ReleasedText({ place }: { place: TextPlace }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-1">
      <button
        type="button"
        aria-expanded={isOpen}
        className={`${textLink} touch:min-h-11`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide text' : 'Text in this release'}
      </button>
      {isOpen && <Text place={place} />}
    </div>
  )
}

function Text({ place }: { place: TextPlace }) {
  const { data, error, refetch } = useReleasedText(place)
  if (error instanceof ApiError && error.status === 404)
    return <p className="text-ink-2">No text was stored for this release.</p>
  if (error)
    return (
      <p className="flex items-center gap-2 text-bad">
        Failed to load the text <RetryButton onPress={refetch} />
      </p>
    )
  if (!data) return <Skeleton className="mt-1 h-16 w-full" />
  if (data.text === null)
    return <p className="text-ink-2">This text was erased permanently from all releases.</p>
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable with the keyboard
      tabIndex={0}
      aria-label={data.title}
      dir="auto"
      className="mt-1 max-h-60 overflow-y-auto rounded-control border bg-sunken p-3 wrap-anywhere whitespace-pre-line"
    >
      {data.text}
    </section>
  )
}
