/** Requests that wait for an acknowledgement, by the id that the server repeats in it. */
export function createPendingRequests() {
  const pending = new Map<number, (answer?: unknown) => void>()
  let lastId = 0
  return {
    /** Resolves with the acknowledgement. Rejects when it does not arrive in time. */
    add(timeoutMs: number, send: (id: number) => void): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const id = ++lastId
        const timer = setTimeout(() => settle(), timeoutMs)
        const settle = (answer?: unknown) => {
          clearTimeout(timer)
          pending.delete(id)
          if (Array.isArray(answer)) resolve(answer[0])
          else reject(new Error('unanswered'))
        }
        pending.set(id, settle)
        send(id)
      })
    },
    resolve: (id: number, answer: unknown) => pending.get(id)?.(answer),
    rejectAll() {
      for (const settle of [...pending.values()]) settle()
    },
  }
}
