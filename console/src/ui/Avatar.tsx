import clsx from 'clsx'
import { initials } from '../kit/format/format.ts'

// Complete class names, because Tailwind scans the source for them.
const tints = ['tint-0', 'tint-1', 'tint-2', 'tint-3', 'tint-4', 'tint-5', 'tint-6', 'tint-7']

const sizes = {
  tiny: 'size-5 text-caption',
  small: 'size-8 text-caption',
  medium: 'size-9',
  large: 'size-10',
}

type Props = {
  name: string
  /** Instead of the initials of the name. */
  text?: string
  seed: string
  size?: keyof typeof sizes
  isOnline?: boolean
}

export function Avatar({ name, text = initials(name), seed, size = 'large', isOnline }: Props) {
  const hasRoomForOne = size === 'tiny'
  return (
    <span aria-hidden className="relative inline-flex h-fit shrink-0">
      <span
        className={clsx(
          'flex items-center justify-center rounded-pill font-strong',
          sizes[size],
          tints[hash(seed) % tints.length],
        )}
      >
        {hasRoomForOne ? [...text][0] : text}
      </span>
      {isOnline && (
        <span className="absolute end-0 bottom-0 size-3 rounded-pill border-2 border-surface bg-ok-solid" />
      )}
    </span>
  )
}

function hash(text: string) {
  let sum = 0
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) >>> 0
  return sum
}
