import { LoaderCircle } from 'lucide-react'

export function Spinner({ label, size = 16 }: { label?: string; size?: number }) {
  return (
    <LoaderCircle
      size={size}
      strokeWidth={1.75}
      className="animate-spin"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    />
  )
}
