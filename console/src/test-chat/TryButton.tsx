import { MessageCircleQuestionMark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import type { ButtonSize, ButtonVariant } from '../ui/button-styles.ts'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { markTried } from './tried.ts'
import { useTestChat } from './use-test-chat.ts'

const TestChatDrawer = lazyOverlay(() => import('./TestChatDrawer.tsx').then((file) => file.TestChatDrawer))

type Props = {
  projectId: string
  size?: ButtonSize
  variant?: ButtonVariant
  isShortOnPhones?: boolean
  /** Below an answer: what to do when it is good. */
  renderNextStep?: (close: () => void) => ReactNode
}

/** Opens a chat with the AI of the project. The conversation lasts until the button unmounts. */
export function TryButton({ projectId, size, variant, isShortOnPhones = false, renderNextStep }: Props) {
  const [isOpen, setOpen] = useState(false)
  const chat = useTestChat(projectId)

  // Not earlier: a setup step that is done disappears, and the drawer with it.
  function close() {
    setOpen(false)
    if (chat.messages.some(({ from }) => from !== 'visitor')) markTried(projectId)
  }

  return (
    <>
      <Button
        size={size}
        variant={variant}
        icon={
          <MessageCircleQuestionMark aria-hidden size={size === 'compact' ? 14 : 16} strokeWidth={1.75} />
        }
        onPress={() => setOpen(true)}
      >
        <span className={isShortOnPhones ? 'max-md:sr-only' : undefined}>Try it</span>
      </Button>
      {isOpen && (
        <TestChatDrawer
          projectId={projectId}
          chat={chat}
          nextStep={renderNextStep?.(close)}
          onClose={close}
        />
      )}
    </>
  )
}
