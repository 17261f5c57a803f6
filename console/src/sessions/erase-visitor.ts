import { erasureRoutes } from '@aichat/contracts/erasure'
import { useMutation } from '@tanstack/react-query'
import { api } from '../kit/api.ts'

const calls = api(erasureRoutes)

/** With every conversation of theirs in the project; the desk hears of it by `sessions:removed`. */
export function useEraseVisitor(sessionId: string) {
  return useMutation({ mutationFn: () => calls.eraseVisitor({ params: { sessionId } }) })
}
