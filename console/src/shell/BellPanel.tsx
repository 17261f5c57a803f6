import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { MentionList } from '../sessions/MentionList.tsx'
import { UnreadList } from '../sessions/UnreadList.tsx'
import { AttentionSwitches } from './AttentionSwitches.tsx'

const most = 8

type Props = { trigger: RefObject<HTMLButtonElement | null>; onClose: () => void }

export function BellPanel({ trigger, onClose }: Props) {
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement="bottom end"
      className="z-50 w-[min(360px,calc(100vw-16px))] animate-fade overflow-y-auto rounded-card border bg-raised shadow-menu"
    >
      <Dialog aria-label="Notifications" className="p-4 outline-none">
        <h2 className="mb-1 text-title-s font-semibold">Unread</h2>
        <UnreadList most={most} onChoose={onClose} />
        <MentionList most={most} onChoose={onClose} />
        <div className="mt-3 border-t pt-3">
          <AttentionSwitches />
        </div>
      </Dialog>
    </Popover>
  )
}
