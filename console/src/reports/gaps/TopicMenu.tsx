import type { Topic } from '@aichat/contracts/company/topics'
import { CircleCheck, CircleOff, Ellipsis, Merge, Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { lazyOverlay } from '../../ui/feedback/lazy-part.tsx'
import { Menu } from '../../ui/overlay/Menu.tsx'
import { changeTopicStatus } from './queries.ts'

const RenameTopicDialog = lazyOverlay(() =>
  import('./RenameTopicDialog.tsx').then((file) => file.RenameTopicDialog),
)
const MergeTopicDialog = lazyOverlay(() =>
  import('./MergeTopicDialog.tsx').then((file) => file.MergeTopicDialog),
)

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** `others` are topics into which it can be merged. */
export function TopicMenu({ topic, others }: { topic: Topic; others: readonly Topic[] }) {
  const [open, setOpen] = useState<'rename' | 'merge' | null>(null)
  const targets = others.filter(({ id, project }) => id !== topic.id && project.id === topic.project.id)
  const permission = 'answer_tests.manage' as const
  const statuses = [
    { status: 'answered', label: 'Mark as answered', icon: <CircleCheck {...icon} /> },
    { status: 'dismissed', label: 'Dismiss', icon: <CircleOff {...icon} /> },
    { status: 'open', label: 'Reopen', icon: <RotateCcw {...icon} /> },
  ] as const
  return (
    <>
      <Menu
        label={`Options for ${topic.name}`}
        icon={<Ellipsis aria-hidden strokeWidth={1.75} />}
        choices={[
          {
            key: 'rename',
            label: 'Rename',
            icon: <Pencil {...icon} />,
            onChoose: () => setOpen('rename'),
            permission,
          },
          ...(targets.length > 0
            ? [
                {
                  key: 'merge',
                  label: 'Merge into another topic',
                  icon: <Merge {...icon} />,
                  onChoose: () => setOpen('merge'),
                  permission,
                },
              ]
            : []),
          ...statuses
            .filter(({ status }) => status !== topic.status)
            .map(({ status, ...choice }) => ({
              ...choice,
              key: status,
              onChoose: () => void changeTopicStatus(topic, status),
              permission,
            })),
        ]}
      />
      {open === 'rename' && <RenameTopicDialog topic={topic} onClose={() => setOpen(null)} />}
      {open === 'merge' && <MergeTopicDialog topic={topic} targets={targets} onClose={() => setOpen(null)} />}
    </>
  )
}
