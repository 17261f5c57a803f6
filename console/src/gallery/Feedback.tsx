import { FolderKanban, Radio, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { CountPill } from '../ui/CountPill.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { LoadFailed } from '../ui/feedback/LoadFailed.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Section } from './Section.tsx'

const people = ['Sample Agent', 'Guest Visitor', 'Äpfel', '?', 'Second Agent', 'One', 'Two', 'Three']
const noop = () => undefined

/** Components that give feedback. */
export function Feedback() {
  const [tab, setTab] = useState<'one' | 'two'>('one')
  return (
    <>
      <Section title="Badge, CountPill, Avatar">
        <Badge tone="ok" icon={<Radio aria-hidden size={12} />}>
          Live
        </Badge>
        <Badge tone="warn">Draft</Badge>
        <Badge tone="bad">Failed</Badge>
        <Badge tone="ai" icon={<Sparkles aria-hidden size={12} />}>
          AI
        </Badge>
        <Badge tone="neutral">failed</Badge>
        <Badge tone="accent">You</Badge>
        <CountPill count="3" label="unread" />
        <CountPill count="99+" label="unread" />
        {people.map((name, index) => (
          <Avatar key={name} name={name} seed={name} isOnline={index === 0} />
        ))}
      </Section>
      <Section title="Notice, Spinner, ProgressBar, Skeleton">
        <div className="flex w-full flex-col gap-3">
          <Notice>Login failed. Please check your credentials.</Notice>
          <Notice tone="info">Added 2 FAQ entries to Knowledge Base.</Notice>
          <Spinner label="Loading" size={20} />
          <ProgressBar label="Set up" value={2} max={6} />
          <Skeleton className="h-10 w-full" />
        </div>
      </Section>
      <Section title="Tabs">
        <Tabs
          label="Tabs"
          selected={tab}
          onSelect={setTab}
          panelClassName="p-3"
          tabs={[
            { key: 'one', label: 'One', panel: 'The first panel' },
            { key: 'two', label: 'Two', panel: 'The second panel' },
          ]}
        />
      </Section>
      <EmptyState
        icon={FolderKanban}
        title="No projects yet"
        action={<Button variant="primary">New Project</Button>}
      >
        Each project is a chat widget for one website.
      </EmptyState>
      <ErrorCard message="Failed to load projects" onRetry={noop} />
      <LoadFailed isOutdated={false} onRetry={noop} />
    </>
  )
}
