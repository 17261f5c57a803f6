import type { PreviewState } from '@aichat/contracts/preview'
import { type ReactNode, useState } from 'react'
import { phone, useMedia } from '../kit/use-media.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { BehaviorTab } from './BehaviorTab.tsx'
import { BrandingTab } from './BrandingTab.tsx'
import { GreetingsTab } from './GreetingsTab.tsx'
import { IconTab } from './IconTab.tsx'
import { PreChatTab } from './PreChatTab.tsx'
import { Preview } from './Preview.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

const panes = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const
type Pane = (typeof panes)[number]['value']
type Tab = 'branding' | 'greetings' | 'icon' | 'behavior' | 'pre-chat' | 'faq'

type Props = { draft: WidgetDraft; projectName: string; faqTab: ReactNode; agentPanel: ReactNode }

/** Settings beside the preview; on a phone one of the two at a time, both kept. */
export function WidgetEditor({ draft, projectName, faqTab, agentPanel }: Props) {
  const isPhone = useMedia(phone)
  const [pane, setPane] = useState<Pane>('edit')
  const [tab, setTab] = useState<Tab>('branding')
  const [state, setState] = useState<PreviewState>('first_visit')
  const hiddenOnPhone = (which: Pane) => (isPhone && pane !== which ? 'hidden' : '')

  const tabs = [
    { key: 'branding', label: 'Branding', panel: <BrandingTab draft={draft} /> },
    { key: 'greetings', label: 'Greetings', panel: <GreetingsTab draft={draft} onShow={setState} /> },
    { key: 'icon', label: 'Chat Icon', panel: <IconTab draft={draft} /> },
    { key: 'behavior', label: 'Behavior', panel: <BehaviorTab draft={draft} /> },
    { key: 'pre-chat', label: 'Pre-Chat Form', panel: <PreChatTab draft={draft} /> },
    { key: 'faq', label: 'FAQ', panel: faqTab },
  ] as const

  return (
    <div className="flex min-h-0 flex-1 flex-col md:flex-row">
      {isPhone && (
        <div className="border-b bg-surface px-4 py-2">
          <SegmentedControl label="View" value={pane} options={panes} onChange={setPane} />
        </div>
      )}
      <div
        className={`flex min-h-0 flex-col bg-surface max-md:flex-1 md:w-85 md:shrink-0 md:border-e lg:w-100 ${hiddenOnPhone('edit')}`}
      >
        <Tabs
          label="Settings"
          stripClassName="text-small"
          tabs={tabs}
          selected={tab}
          onSelect={setTab}
          panelClassName="flex flex-col gap-4 overflow-y-auto p-4 outline-none md:p-5"
        />
      </div>
      <div
        className={`flex min-h-0 min-w-0 flex-1 flex-col gap-6 overflow-y-auto p-4 md:p-6 ${hiddenOnPhone('preview')}`}
      >
        <Preview config={draft.shown} projectName={projectName} state={state} onState={setState} />
        <div className="mx-auto flex w-full max-w-160 flex-col gap-4">{agentPanel}</div>
      </div>
    </div>
  )
}
