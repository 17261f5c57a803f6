import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import type { WritingTone } from '@aichat/contracts/chat/writing'
import { writingAssistantRoutes } from '@aichat/contracts/chat/writing-assistant'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'
import { log } from '../kit/log.ts'

const calls = api(writingAssistantRoutes)
const sessionCalls = api(sessionRoutes)

/** Whether this installation can rewrite messages. */
export function useWritingAssistant() {
  return useQuery({
    queryKey: ['writing-assistant'],
    queryFn: ({ signal }) => calls.status({ signal }),
    staleTime: 5 * 60_000,
  })
}

export function useRewrite(sessionId: string) {
  return useMutation({
    mutationFn: (body: { text: string; tone: WritingTone }) => calls.rewrite({ params: { sessionId }, body }),
    onError: (error) => log('Failed to rewrite a message', error),
  })
}

export function useSuggestion(sessionId: string) {
  return useMutation({
    mutationFn: () => calls.suggest({ params: { sessionId } }),
    onError: (error) => log('Failed to suggest a reply', error),
  })
}

/** The fields of the pre-chat form, loaded each time that it is about to be sent. */
export function usePreChatForm(sessionId: string) {
  return useQuery({
    queryKey: ['pre-chat-form', sessionId],
    queryFn: ({ signal }) => sessionCalls.form({ params: { sessionId }, signal }),
    gcTime: 0,
  })
}
