import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'

type TabItem<Key extends string> = {
  key: Key
  label: string
  /** The start of the label, which is all that phones show of it. */
  shortLabel?: string
  panel: ReactNode
}

type Props<Key extends string> = {
  label: string
  tabs: readonly TabItem<Key>[]
  selected: Key
  onSelect: (key: Key) => void
  panelClassName?: string
  /** With its padding at the start. Without one, the labels align with the content around the strip. */
  stripClassName?: string
}

/** Tabs whose strip scrolls horizontally and never wraps. */
export function Tabs<Key extends string>({
  label,
  tabs,
  selected,
  onSelect,
  panelClassName,
  stripClassName = '-mx-2',
}: Props<Key>) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = strip.current?.querySelector(`[data-key="${selected}"]`)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tab = tabs.find((one) => one.key === key)
        if (tab) onSelect(tab.key)
      }}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <TabList
        ref={strip}
        aria-label={label}
        className={clsx('flex shrink-0 overflow-x-auto border-b [scrollbar-width:none]', stripClassName)}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            id={tab.key}
            className="-mb-px flex min-h-10 shrink-0 cursor-pointer items-center border-b-2 border-transparent px-2 font-strong whitespace-nowrap text-ink-2 outline-none hover:text-ink data-[focus-visible]:rounded-control data-[focus-visible]:outline-2 data-[focus-visible]:-outline-offset-2 data-[focus-visible]:outline-focus data-[selected]:border-accent data-[selected]:text-accent-text touch:min-h-11"
          >
            <TabLabel {...tab} />
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.key} id={tab.key} className={panelClassName}>
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

function TabLabel({ label, shortLabel }: Pick<TabItem<string>, 'label' | 'shortLabel'>) {
  if (!shortLabel) return label
  return (
    <span>
      {shortLabel}
      <span className="max-md:sr-only">{label.slice(shortLabel.length)}</span>
    </span>
  )
}
