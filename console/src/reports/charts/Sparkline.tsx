const width = 100
const height = 28

/** A small line of a few numbers from zero up, for a place whose text says the same. `top` is the number of its upper edge. */
export function Sparkline({ values, top = 1 }: { values: readonly number[]; top?: number }) {
  const max = Math.max(top, ...values)
  const points = values.map((value, index) => {
    const x = values.length > 1 ? (index / (values.length - 1)) * width : 0
    return `${x.toFixed(1)},${(height - (value / max) * (height - 2) - 1).toFixed(1)}`
  })
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="h-7 w-full">
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} className="fill-accent-soft" />
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-accent"
        strokeWidth={1.75}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
