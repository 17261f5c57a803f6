import type { SessionStatus } from '@aichat/contracts/chat/sessions'
import { Download, Ellipsis, MessageSquareText, Tags } from 'lucide-react'
import { log } from '../kit/log.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { Menu } from '../ui/overlay/Menu.tsx'
import type { MenuChoice } from '../ui/overlay/MenuPopover.tsx'
import { exportConversations } from './queries.ts'

export type InboxDialog = 'labels' | 'replies'

type Props = { status: SessionStatus | undefined; onDialog: (dialog: InboxDialog) => void }

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The menu "Inbox options" above the list. */
export function InboxMenu({ status, onDialog }: Props) {
  const choices: MenuChoice[] = [
    {
      key: 'replies',
      label: 'Saved replies',
      icon: <MessageSquareText {...icon} />,
      onChoose: () => onDialog('replies'),
    },
    { key: 'labels', label: 'Labels', icon: <Tags {...icon} />, onChoose: () => onDialog('labels') },
    {
      key: 'export',
      label: `Export ${status ?? 'all'} (CSV)`,
      icon: <Download {...icon} />,
      onChoose: () => exportAll(status),
      permission: 'conversations.export_all',
    },
  ]
  return <Menu label="Inbox options" choices={choices} icon={<Ellipsis aria-hidden strokeWidth={1.75} />} />
}

async function exportAll(status: SessionStatus | undefined) {
  try {
    await exportConversations(status)
  } catch (error) {
    const message = 'Failed to export the conversations'
    log(message, error)
    toast(message, { tone: 'bad', action: { label: 'Retry', onPress: () => exportAll(status) } })
  }
}
