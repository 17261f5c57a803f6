import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import { testChatLimits, testChatRoutes } from '@aichat/contracts/ai/test-chat'
import type { Source } from '@aichat/contracts/chat/messages'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../kit/http/api.ts'
import { log } from '../kit/log.ts'

const calls = api(testChatRoutes)

type Question = { from: 'visitor'; text: string }
type Reply = { from: 'agent' | 'system'; text: string; sources: Source[]; trace: ReplyTrace }
export type TestMessage = Question | Reply

/** A conversation with the AI that exists only in this tab. */
export function useTestChat(projectId: string) {
  const [messages, setMessages] = useState<TestMessage[]>([])
  const ask = useMutation({
    mutationFn: (asked: TestMessage[]) =>
      calls.ask({
        params: { projectId },
        body: { messages: asked.slice(-testChatLimits.messages).map(({ from, text }) => ({ from, text })) },
      }),
    onSuccess: ({ message, trace }, asked) => {
      const from = message.isAi ? 'agent' : 'system'
      const reply: Reply = { from, text: message.text, sources: message.meta.sources ?? [], trace }
      // A conversation that was started over meanwhile does not get the reply.
      setMessages((current) => (current === asked ? [...asked, reply] : current))
    },
    onError: (error) => log('Failed to answer a test question', error),
  })

  function askWith(asked: TestMessage[]) {
    setMessages(asked)
    ask.mutate(asked)
  }

  return {
    messages,
    isWaiting: ask.isPending && ask.variables === messages,
    error: ask.variables === messages ? ask.error : null,
    send: (text: string) => askWith([...messages, { from: 'visitor', text }]),
    retry: () => askWith([...messages]),
    startOver: () => setMessages([]),
  }
}

export type TestChat = ReturnType<typeof useTestChat>
