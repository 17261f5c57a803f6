import { inboundEmailRoutes } from '@aichat/contracts/chat/inbound-emails'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { heldEmailsKey, subscribeToEmailEvents } from '../sync/events/email-events.ts'

const calls = api(inboundEmailRoutes)

/** Emails that wait for a decision of the team. */
export function useHeldEmails() {
  useEffect(() => subscribeToEmailEvents(), [])
  return useQuery({ queryKey: heldEmailsKey, queryFn: ({ signal }) => calls.listHeld({ signal }) })
}

const reload = () => cache.invalidateQueries({ queryKey: heldEmailsKey })

export function useAcceptEmail() {
  return useMutation({
    mutationFn: (emailId: string) => calls.accept({ params: { emailId } }),
    onSettled: reload,
  })
}

export function useDismissEmail() {
  return useMutation({
    mutationFn: (emailId: string) => calls.dismiss({ params: { emailId } }),
    onSettled: reload,
  })
}
