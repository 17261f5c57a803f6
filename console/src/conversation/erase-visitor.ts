import { erasureRoutes } from '@aichat/contracts/erasure'
import { useMutation } from '@tanstack/react-query'
import { api } from '../kit/api.ts'

const calls = api(erasureRoutes)

/** With every conversation of theirs in the project; the desk hears of it by `sessions:removed`. */
export function useEraseVisitor(sessionId: string, onErased: () => void) {
  return useMutation({
    mutationFn: () => calls.eraseVisitor({ params: { sessionId } }),
    // Not where it is asked for: that has left the screen by then.
    onSuccess: onErased,
  })
}
