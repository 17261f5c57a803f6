import type { PreviewState } from '@aichat/contracts/widget/preview'
import { widgetSentences } from '@aichat/contracts/widget/widget'
import { BookOpen } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { phoneQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'
import { usePermission } from '../kit/permissions.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { BrandingTab } from './BrandingTab.tsx'
import { GreetingsTab } from './GreetingsTab.tsx'
import { IconTab } from './IconTab.tsx'
import { type GreetingLanguage, withLocalizedGreetings } from './localized-greetings.ts'
import { PreChatTab } from './PreChatTab.tsx'
import { Preview, type PreviewContent } from './Preview.tsx'
import { UndoBar } from './UndoBar.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

// The number fields are as large as the other tabs together, and no screen starts with them.
const BehaviorTab = lazyPart(() => import('./BehaviorTab.tsx').then((file) => file.BehaviorTab))

// The preview keeps its size while hidden, because the widget measures its layout.
const hiddenAtSize = 'invisible absolute inset-x-0 h-0 overflow-hidden'

type Pane = 'edit' | 'preview' | 'agent'
type Tab = 'branding' | 'greetings' | 'icon' | 'behavior' | 'pre-chat' | 'faq'

type Props = {
  draft: WidgetDraft
  /** The preview's content without the config. */
  previewed: Omit<PreviewContent, 'config'>
  /** The website on which the widget will be. */
  host: string | null
  faqTab: ReactNode
  agentPanel: ReactNode
  /** The name of what leads to the agent panel, like "Knowledge (3)". */
  agentLabel: string
}

/**
 * The settings beside the preview and the agent panel. On phones one is visible at a time, and all stay mounted; a bar at
 * the bottom chooses between them.
 */
export function WidgetEditor({ draft, previewed, host, faqTab, agentPanel, agentLabel }: Props) {
  const editor = useRef<HTMLDivElement>(null)
  const agent = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery(phoneQuery)
  const [pane, setPane] = useState<Pane>('edit')
  const [tab, setTab] = useState<Tab>('branding')
  const [state, setState] = useState<PreviewState>('first_visit')
  const [language, setLanguage] = useState<GreetingLanguage>('all')
  const shown = withLocalizedGreetings(tab === 'greetings' ? language : 'all', draft.validConfig)
  /** Moves what is above the editor out of the way, so that a phone has room for the whole preview and its launcher. */
  function choosePane(next: Pane) {
    setPane(next)
    if (next === 'preview') requestAnimationFrame(() => editor.current?.scrollIntoView())
  }

  const isHidden = (which: Pane) => isPhone && pane !== which
  const panes = [
    { value: 'edit', label: 'Edit' },
    { value: 'preview', label: 'Preview' },
    { value: 'agent', label: agentLabel },
  ] as const

  const undoBar = <UndoBar draft={draft} editor={editor} />
  const canEdit = usePermission('widget.manage')
  const lock = (panel: ReactNode) => (canEdit ? panel : <ReadOnly>{panel}</ReadOnly>)
  const tabs = [
    { key: 'branding', label: 'Branding', panel: lock(<BrandingTab draft={draft} />) },
    {
      key: 'greetings',
      label: 'Greetings',
      panel: lock(
        <GreetingsTab
          draft={draft}
          language={language}
          onLanguageChange={setLanguage}
          onPreviewState={setState}
        />,
      ),
    },
    { key: 'icon', label: 'Chat Icon', panel: lock(<IconTab draft={draft} />) },
    { key: 'behavior', label: 'Behavior', panel: lock(<BehaviorTab draft={draft} />) },
    {
      key: 'pre-chat',
      label: 'Pre-Chat Form',
      shortLabel: 'Pre-Chat',
      panel: lock(<PreChatTab draft={draft} />),
    },
    { key: 'faq', label: 'FAQ', panel: faqTab },
  ] as const

  return (
    <div ref={editor} className="relative flex min-h-0 flex-1 flex-col overflow-x-clip md:flex-row">
      {/* First in the document, because it decides what the rest is. */}
      {isPhone && (
        <div className="sticky bottom-0 order-last z-10 flex shrink-0 items-center justify-between gap-2 border-t bg-surface px-2 py-1">
          {undoBar}
          <SegmentedControl label="View" value={pane} options={panes} onChange={choosePane} />
        </div>
      )}
      <div
        className={`flex min-h-0 flex-col bg-surface max-md:flex-1 md:w-85 md:shrink-0 md:border-e lg:w-110 ${isHidden('edit') ? 'hidden' : ''}`}
      >
        <Tabs
          label="Settings"
          // The first label stands above the labels of the fields.
          stripClassName="text-caption ps-2 [&>[role=tab]]:px-1.5 md:ps-3.5"
          tabs={tabs}
          selected={tab}
          onSelect={setTab}
          panelClassName="flex flex-col gap-4 overflow-y-auto p-4 outline-none md:p-5"
        />
        {!isPhone && <div className="shrink-0 border-t px-2.5 py-1.5">{undoBar}</div>}
      </div>
      <PreviewColumn
        preview={
          <Preview
            content={{ ...previewed, config: shown }}
            host={host}
            state={state}
            onState={setState}
            action={!isPhone && <RevealButton label={agentLabel} onPress={() => reveal(agent.current)} />}
          />
        }
        agentPanel={agentPanel}
        agent={agent}
        isPreviewHidden={isHidden('preview')}
        isAgentHidden={isHidden('agent')}
      />
    </div>
  )
}

type ColumnProps = {
  preview: ReactNode
  agentPanel: ReactNode
  agent: RefObject<HTMLDivElement | null>
  isPreviewHidden: boolean
  isAgentHidden: boolean
}

/** With enough room, the preview stays in place beside the agent panel, which scrolls. */
function PreviewColumn({ preview, agentPanel, agent, isPreviewHidden, isAgentHidden }: ColumnProps) {
  return (
    <div
      className={`@container min-h-0 min-w-0 flex-1 ${isPreviewHidden && isAgentHidden ? hiddenAtSize : 'relative overflow-y-auto'}`}
    >
      <div className="flex min-h-full flex-col gap-6 px-4 py-2 md:p-6 @min-[50.5rem]:grid @min-[50.5rem]:grid-cols-[27.5rem_minmax(0,1fr)]">
        <div
          className={
            isPreviewHidden
              ? hiddenAtSize
              : '@min-[50.5rem]:sticky @min-[50.5rem]:top-6 @min-[50.5rem]:self-start'
          }
        >
          {preview}
        </div>
        <div
          ref={agent}
          tabIndex={-1}
          // As high as the column, so that it can be scrolled to its top while its content is still loading.
          className={`mx-auto flex w-full max-w-160 flex-col gap-4 outline-none md:min-h-full ${isAgentHidden ? 'hidden' : ''}`}
        >
          {agentPanel}
        </div>
      </div>
    </div>
  )
}

function RevealButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button
      size="compact"
      className="@min-[50.5rem]:hidden"
      icon={<BookOpen aria-hidden size={14} />}
      onPress={onPress}
    >
      {label}
    </Button>
  )
}

function reveal(panel: HTMLElement | null) {
  panel?.scrollIntoView()
  panel?.focus({ preventScroll: true })
}

/** Settings that the user may read but not change. Focusable, so that they can be scrolled by keyboard. */
function ReadOnly({ children }: { children: ReactNode }) {
  return (
    <>
      <Notice tone="info">{widgetSentences.notAllowed}</Notice>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region without enabled controls must be focusable */}
      <section aria-label="Settings, read-only" tabIndex={0} className="rounded-control">
        <fieldset disabled className="flex min-w-0 flex-col gap-4 opacity-70">
          {children}
        </fieldset>
      </section>
    </>
  )
}
