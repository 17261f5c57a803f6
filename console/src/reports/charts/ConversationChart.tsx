import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Period } from '../../kit/days.ts'
import { formatCount, formatNumber } from '../../kit/format/format-count.ts'
import { conversationsPath, type ReportFilter } from '../filter/report-filter.ts'
import { formatPeriod, formatReportDay } from '../format-report.ts'
import { ReportLink } from '../ReportLink.tsx'
import { groupDays } from '../statistics.ts'

const height = 240
const margin = { top: 8, right: 16, bottom: 28, left: 36 }
/** Room for a label like "Nov 14". */
const tickWidth = 64

/** Measures that the chart can show as a part of the conversations. */
const parts = {
  answeredByAi: {
    label: 'Answered by AI',
    inSentence: 'answered by AI',
    bar: 'fill-ai-solid',
    dot: 'bg-ai-solid',
  },
  suggestionsOffered: {
    label: 'Suggestions offered',
    inSentence: 'with suggestions',
    bar: 'fill-ai-solid',
    dot: 'bg-ai-solid',
  },
  handedOver: {
    label: 'Handed over',
    inSentence: 'handed over',
    bar: 'fill-warn-solid',
    dot: 'bg-warn-solid',
  },
} as const
export type ChartPart = keyof typeof parts

type Bar = Period & { conversations: number; part: number }

type Props<Part extends ChartPart> = {
  days: readonly ({ day: string; conversations: number } & Record<Part, number>)[]
  part: Part
  filter: ReportFilter
}

/**
 * Conversations by day, or by week in long periods, with a part of them at the bottom of each bar. A bar is a link to its
 * conversations. One of them is in the tab order, and the arrow keys lead to the others.
 */
export function ConversationChart<Part extends ChartPart>({ days, part, filter }: Props<Part>) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const bars = groupDays(days).map(
    ({ from, to, days }): Bar => ({
      from,
      to,
      conversations: days.reduce((sum, day) => sum + day.conversations, 0),
      part: days.reduce((sum, day) => sum + day[part], 0),
    }),
  )
  return (
    <div>
      <Legend part={part} />
      <div ref={parentRef} className="relative h-60 print:h-auto">
        {width > 0 && <Bars width={width} bars={bars} part={part} filter={filter} />}
      </div>
    </div>
  )
}

function Legend({ part }: { part: ChartPart }) {
  return (
    <p aria-hidden className="mb-2 flex flex-wrap gap-x-4 text-caption text-ink-2">
      <span className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-badge bg-accent print:[print-color-adjust:exact]" />
        Other conversations
      </span>
      <span className="flex items-center gap-1.5">
        <span className={`size-2.5 rounded-badge print:[print-color-adjust:exact] ${parts[part].dot}`} />
        {parts[part].label}
      </span>
    </p>
  )
}

type BarsProps = { width: number; bars: Bar[]; part: ChartPart; filter: ReportFilter }

function Bars({ width, bars, part, filter }: BarsProps) {
  const [active, setActive] = useState<number | null>(null)
  const links = useRef<(SVGAElement | null)[]>([])
  const max = Math.max(4, ...bars.map(({ conversations }) => conversations))
  const x = scaleBand<string>({
    domain: bars.map(({ from }) => from),
    range: [margin.left, width - margin.right],
    padding: 0.25,
  })
  const y = scaleLinear<number>({ domain: [0, max], range: [height - margin.bottom, margin.top], nice: 4 })
  const ticks = y.ticks(4).filter(Number.isInteger)
  const isWeekly = bars.some(({ from, to }) => from !== to)
  // Where the same day may occur twice
  const year = isWeekly ? 'numeric' : undefined
  const inTabOrder = Math.min(active ?? bars.length - 1, bars.length - 1)

  function move(event: KeyboardEvent, index: number) {
    const target = findTarget(event.key, index, bars.length - 1)
    if (target === undefined) return
    event.preventDefault()
    links.current[target]?.focus()
  }

  const shown = active === null ? undefined : bars[active]
  return (
    <>
      {/* On paper, the width of the page differs from that of the screen. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-label={isWeekly ? 'Conversations by week' : 'Conversations by day'}
        onPointerLeave={() => setActive(null)}
        className="block h-auto w-full"
      >
        <GridRows
          scale={y}
          tickValues={ticks}
          left={margin.left}
          width={width - margin.left - margin.right}
          stroke="var(--line)"
        />
        {bars.map((bar, index) => (
          // A link of the router is an SVG link here, and renders no HTML element.
          <ReportLink
            key={bar.from}
            ref={(link) => {
              links.current[index] = link as SVGAElement | null
            }}
            to={conversationsPath(
              { ...filter, period: 'custom', from: bar.from, to: bar.to },
              { measure: 'conversations' },
            )}
            tabIndex={index === inTabOrder ? 0 : -1}
            aria-label={describe(bar, part, year)}
            onKeyDown={(event) => move(event, index)}
            onFocus={() => setActive(index)}
            onBlur={() => setActive(null)}
            onPointerEnter={() => setActive(index)}
            className="group outline-none"
          >
            <BarShape
              bar={bar}
              fill={parts[part].bar}
              left={x(bar.from) ?? 0}
              width={x.bandwidth()}
              step={x.step()}
              toY={(value) => y(value)}
              isActive={index === active}
            />
          </ReportLink>
        ))}
        <Axes x={x} y={y} ticks={ticks} bars={bars} width={width} />
      </svg>
      {shown && (
        <ChartTooltip bar={shown} part={part} left={(x(shown.from) ?? 0) + x.bandwidth() / 2} width={width} />
      )}
    </>
  )
}

/** The bar that a key leads to. */
function findTarget(key: string, index: number, last: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: Math.max(0, index - 1),
    ArrowRight: Math.min(last, index + 1),
    Home: 0,
    End: last,
  }
  return targets[key]
}

type AxesProps = {
  x: ReturnType<typeof scaleBand<string>>
  y: ReturnType<typeof scaleLinear<number>>
  ticks: number[]
  bars: Bar[]
  width: number
}

function Axes({ x, y, ticks, bars, width }: AxesProps) {
  return (
    <>
      <AxisLeft
        scale={y}
        left={margin.left}
        tickValues={ticks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => formatNumber(Number(value))}
        tickLabelProps={{ ...tickLabel, textAnchor: 'end', dx: -4, dy: 4 }}
      />
      <AxisBottom
        scale={x}
        top={height - margin.bottom}
        tickValues={chooseTicks(bars, width)}
        stroke="var(--control)"
        hideTicks
        tickFormat={(from) => formatReportDay(from)}
        tickLabelProps={{ ...tickLabel, textAnchor: 'middle' }}
      />
    </>
  )
}

const tickLabel = { className: 'fill-muted text-caption', fontFamily: 'inherit' } as const

/** As many as fit, counted from the last one, so that today has a label. */
function chooseTicks(bars: Bar[], width: number): string[] {
  const every = Math.ceil(bars.length / Math.max(1, Math.floor((width - margin.left) / tickWidth)))
  return bars.filter((_, index) => (bars.length - 1 - index) % every === 0).map(({ from }) => from)
}

type ShapeProps = {
  bar: Bar
  /** The class that colors the part. */
  fill: string
  left: number
  width: number
  /** The distance of two bars. */
  step: number
  toY: (value: number) => number
  isActive: boolean
}

function BarShape({ bar, fill, left, width, step, toY, isActive }: ShapeProps) {
  const bottom = toY(0)
  const partTop = toY(bar.part)
  const top = toY(bar.conversations)
  const gap = bar.part > 0 && bar.conversations > bar.part ? 1 : 0
  return (
    <>
      <rect
        x={left - (step - width) / 2}
        y={margin.top}
        width={step}
        height={bottom - margin.top}
        rx={4}
        className={`stroke-2 group-focus-visible:stroke-focus ${isActive ? 'fill-hover' : 'fill-transparent'}`}
      />
      <rect
        x={left}
        y={top}
        width={width}
        height={Math.max(0, partTop - top - gap)}
        className="fill-accent"
      />
      <rect x={left} y={partTop} width={width} height={bottom - partTop} className={fill} />
    </>
  )
}

type TooltipProps = { bar: Bar; part: ChartPart; left: number; width: number }

function ChartTooltip({ bar, part, left, width }: TooltipProps) {
  const isRight = left > width / 2
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-10 rounded-control border bg-raised px-3 py-2 text-caption whitespace-nowrap shadow-menu"
      style={isRight ? { right: width - left + 12 } : { left: left + 12 }}
    >
      <p className="font-strong">{formatPeriod(bar, { weekday: 'short', year: 'numeric' })}</p>
      <p className="tabular-nums">{formatCount(bar.conversations, 'conversation')}</p>
      <p className="text-ink-2 tabular-nums">{formatPart(bar, part)}</p>
    </div>
  )
}

function formatPart(bar: Bar, part: ChartPart): string {
  return `${formatNumber(bar.part)} ${parts[part].inSentence}`
}

function describe(bar: Bar, part: ChartPart, year: 'numeric' | undefined): string {
  const period = formatPeriod(bar, { weekday: 'long', year })
  return `${period}: ${formatCount(bar.conversations, 'conversation')}, ${formatPart(bar, part)}`
}
