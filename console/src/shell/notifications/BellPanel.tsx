import type { RefObject } from 'react'
import { Link } from 'react-router'
import { AssignmentList } from '../../inbox/AssignmentList.tsx'
import { UnreadList } from '../../inbox/UnreadList.tsx'
import { MentionList } from '../../notes/MentionList.tsx'
import { paths } from '../../paths.ts'
import { Panel } from '../../ui/Panel.tsx'
import { textLink } from '../../ui/text-link.ts'
import { NotificationSettings } from './NotificationSettings.tsx'

const maxItems = 8

type Props = { trigger: RefObject<HTMLButtonElement | null>; onClose: () => void }

export function BellPanel({ trigger, onClose }: Props) {
  return (
    <Panel
      label="Notifications"
      trigger={trigger}
      onClose={onClose}
      className="w-[min(360px,calc(100vw-16px))] overflow-y-auto p-4"
    >
      <AssignmentList maxSessions={maxItems} onChoose={onClose} />
      <h2 className="mb-1 text-title">Unread</h2>
      <UnreadList maxSessions={maxItems} onChoose={onClose} />
      <MentionList maxMentions={maxItems} onChoose={onClose} />
      <div className="mt-3 border-t pt-3">
        <NotificationSettings />
        <Link
          to={paths.preferences}
          onClick={onClose}
          className={`${textLink} mt-2 inline-flex items-center touch:min-h-11`}
        >
          Push notifications
        </Link>
      </div>
    </Panel>
  )
}
