import { MessageCircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import type { ButtonSize } from '../ui/button-styles.ts'
import { lazyOverlay } from '../ui/lazy-part.tsx'
import { useTestChat } from './use-test-chat.ts'

const TestChatDrawer = lazyOverlay(() => import('./TestChatDrawer.tsx').then((file) => file.TestChatDrawer))

/** Opens a chat with the AI of the project. The conversation lasts until the screen is left. */
export function TryButton({ projectId, size }: { projectId: string; size?: ButtonSize }) {
  const [isOpen, setOpen] = useState(false)
  const chat = useTestChat(projectId)
  return (
    <>
      <Button
        size={size}
        icon={
          <MessageCircleQuestionMark aria-hidden size={size === 'compact' ? 14 : 16} strokeWidth={1.75} />
        }
        onPress={() => setOpen(true)}
      >
        Try it
      </Button>
      {isOpen && <TestChatDrawer chat={chat} onClose={() => setOpen(false)} />}
    </>
  )
}
