type Props = { label: string; value: number; max: number }

export function ProgressBar({ label, value, max }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className="mt-1 h-1.5 overflow-hidden rounded-pill bg-sunken dark:bg-hover"
    >
      <div
        className="h-full rounded-pill bg-accent transition-[width] duration-200"
        style={{ width: `${(value / max) * 100}%` }}
      />
    </div>
  )
}
