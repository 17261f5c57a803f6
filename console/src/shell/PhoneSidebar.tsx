import { X } from 'lucide-react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Brand } from '../ui/Brand.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ConnectionDot } from './ConnectionDot.tsx'
import { MainNavigation } from './MainNavigation.tsx'

export function PhoneSidebar({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => open || onClose()}
      isDismissable
      className="fixed inset-0 z-40 flex animate-fade bg-backdrop"
    >
      <Modal className="h-dvh w-72 animate-slide-start bg-surface">
        <Dialog aria-label="Menu" className="flex h-full flex-col px-3 pb-6 outline-none">
          <div className="flex h-13 items-center justify-between ps-3">
            <Brand />
            <IconButton label="Close menu" onPress={onClose}>
              <X aria-hidden strokeWidth={1.75} />
            </IconButton>
          </div>
          <div className="mt-2 flex-1">
            <MainNavigation onChoose={onClose} />
          </div>
          <ConnectionDot />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
