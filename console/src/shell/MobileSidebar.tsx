import { Plus, X } from 'lucide-react'
import { type TouchEvent, useRef } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ConnectionStatus } from './ConnectionDot.tsx'
import { MainNavigation } from './MainNavigation.tsx'

/** The minimum distance of a swipe in pixels. */
const minSwipeDistance = 60

type Props = { onClose: () => void; onNewProject: () => void }

/** The navigation on phones. Closes on a choice, Escape, a swipe or a tap outside. */
export function MobileSidebar({ onClose, onNewProject }: Props) {
  const start = useRef(0)
  function onTouchEnd(event: TouchEvent) {
    if (start.current - (event.changedTouches[0]?.clientX ?? 0) > minSwipeDistance) onClose()
  }
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => open || onClose()}
      isDismissable
      className="fixed inset-0 z-40 flex animate-fade bg-backdrop"
    >
      <Modal className="h-dvh w-72 animate-slide-start bg-surface">
        <Dialog aria-label="Menu" className="h-full outline-none">
          <div
            onTouchStart={(event) => {
              start.current = event.touches[0]?.clientX ?? 0
            }}
            onTouchEnd={onTouchEnd}
            className="flex h-full flex-col px-3 pb-[max(24px,env(safe-area-inset-bottom))]"
          >
            <div className="flex h-13 items-center justify-between ps-3">
              <Brand />
              <IconButton label="Close menu" onPress={onClose}>
                <X aria-hidden strokeWidth={1.75} />
              </IconButton>
            </div>
            <div className="mt-2 flex-1">
              <MainNavigation onChoose={onClose} />
              <Button
                permission="projects.manage"
                icon={<Plus aria-hidden size={16} />}
                onPress={onNewProject}
                className="mt-4 w-full"
              >
                New Project
              </Button>
            </div>
            <ConnectionStatus />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
