import type { Session } from '@aichat/contracts/chat/sessions'
import type { OptimisticMutation } from '../kit/optimistic-mutation.ts'
import { sessionCache } from './session-cache.ts'

type Change<Variables> = {
  sessionId: string
  send: (variables: Variables) => Promise<{ session: Session }>
  /** The fields as they will be. */
  patch: (variables: Variables) => Partial<Session>
  /** The fields after a failure. By default, as they were. */
  revert?: (variables: Variables) => Partial<Session>
  failure: string
}

type Options<Variables> = OptimisticMutation<Variables, { session: Session }>

/** The options of an optimistic mutation that changes fields of one conversation. */
export function sessionMutation<Variables>(change: Change<Variables>): Options<Variables> {
  const { sessionId, send, patch, revert, failure } = change
  return {
    mutationFn: send,
    field: (variables) => `session ${sessionId} ${Object.keys(patch(variables))}`,
    apply: (variables) => {
      const before = sessionCache.get(sessionId)
      const patched = patch(variables)
      sessionCache.patch(sessionId, patched)
      return () => {
        const current = sessionCache.get(sessionId) ?? before
        // Stored as a whole: the patch may have removed its row from a list.
        if (current && before)
          sessionCache.set({ ...current, ...(revert?.(variables) ?? pickFields(before, patched)) })
      }
    },
    reconcile: ({ session }) => sessionCache.set(session),
    failure,
    onFailure: () => sessionCache.reloadLists(),
  }
}

function pickFields(session: Session, fields: Partial<Session>): Partial<Session> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, session[name as keyof Session]]))
}
