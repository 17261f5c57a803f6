import {
  type ReportSubscription,
  reportSubscriptionRoutes,
  reportSubscriptionSentences,
} from '@aichat/contracts/company/report-subscriptions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../../kit/cache.ts'
import { api } from '../../kit/http/api.ts'
import { errorMessage } from '../../kit/http/api-error.ts'
import { log } from '../../kit/log.ts'
import { toast } from '../../ui/feedback/toasts.ts'

const calls = api(reportSubscriptionRoutes)
const subscriptionKey = ['report-subscription'] as const

/** Whether the signed-in user gets the weekly report. */
export function useReportSubscription() {
  return useQuery({ queryKey: subscriptionKey, queryFn: ({ signal }) => calls.get({ signal }) })
}

export function useChangeSubscription() {
  return useMutation({
    mutationFn: (isSubscribed: boolean) => calls.update({ body: { isSubscribed } }),
    onSuccess: (subscription) => cache.setQueryData<ReportSubscription>(subscriptionKey, subscription),
    onError: (error) => {
      log(reportSubscriptionSentences.saveFailed, error)
      toast(errorMessage(error, reportSubscriptionSentences.saveFailed), { tone: 'bad' })
    },
  })
}

/** Emails the report of last week to the signed-in user. */
export function useSendReport(email: string) {
  return useMutation({
    mutationFn: () => calls.send({}),
    onSuccess: () => toast(`Last week's report was sent to ${email}`),
    onError: (error) => {
      log(reportSubscriptionSentences.sendFailed, error)
      toast(errorMessage(error, reportSubscriptionSentences.sendFailed), { tone: 'bad' })
    },
  })
}

/** With the token of a mail, without a sign-in. */
export function unsubscribe(token: string) {
  return calls.unsubscribe({ params: { token } })
}
