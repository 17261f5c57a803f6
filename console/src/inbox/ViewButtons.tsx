import clsx from 'clsx'
import { formatBadgeCount } from '../kit/format/format.ts'
import { useViewCounts } from './queries.ts'
import type { InboxFilter } from './use-inbox-filter.ts'
import type { UrlFilter } from './use-inbox-location.ts'

type View = Pick<UrlFilter, 'view' | 'assigned'>
type ViewCounts = NonNullable<ReturnType<typeof useViewCounts>>

export const views: { label: string; hint: string; view: View; countKey: keyof ViewCounts }[] = [
  {
    label: 'Needs you',
    hint: 'A person is needed, or a message waits for your team',
    view: { view: 'needs_you', assigned: '' },
    countKey: 'needsYou',
  },
  { label: 'AI', hint: 'Answered by the AI assistant', view: { view: 'ai', assigned: '' }, countKey: 'ai' },
  { label: 'Mine', hint: 'Assigned to you', view: { view: '', assigned: 'me' }, countKey: 'mine' },
  {
    label: 'Unassigned',
    hint: 'No assignee',
    view: { view: '', assigned: 'none' },
    countKey: 'unassigned',
  },
]
const noView: View = { view: '', assigned: '' }

/** Views of the list, of which one or none is on. Pressing it again shows all conversations. */
export function ViewButtons({ inboxFilter }: { inboxFilter: InboxFilter }) {
  const { filter, urlFilter, setFilter } = inboxFilter
  const counts = useViewCounts(filter, filter.status === 'active')
  return (
    <fieldset aria-label="Views" className="flex min-w-0 gap-0.5 overflow-x-auto [scrollbar-width:none]">
      {views.map(({ label, hint, view, countKey }) => {
        const isOn =
          urlFilter.view === view.view && (view.view !== '' || urlFilter.assigned === view.assigned)
        const count = filter.status === 'active' ? (counts?.[countKey] ?? 0) : 0
        return (
          <button
            key={label}
            type="button"
            title={hint}
            aria-pressed={isOn}
            onClick={() => setFilter(isOn ? noView : view)}
            className={clsx(
              'compact inline-flex shrink-0 items-center gap-1 rounded-control px-1.5 text-caption font-strong whitespace-nowrap focus-visible:-outline-offset-2 touch:px-2.5',
              isOn ? 'bg-accent-soft text-accent-text' : 'text-ink-2 hover:bg-hover',
            )}
          >
            {label}
            {count > 0 && (
              <span
                className={clsx(
                  'text-caption tabular-nums',
                  countKey === 'needsYou' ? 'font-strong text-warn' : 'font-normal',
                )}
              >
                {formatBadgeCount(count)}
              </span>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
