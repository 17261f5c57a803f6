import { useState } from 'react'

/** State of a request: whether it is in progress, and the error message of its failure. */
export function useAttempt() {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function attempt(work: () => Promise<string | null>) {
    if (isBusy) return
    setIsBusy(true)
    setFailure(null)
    setFailure(await work())
    setIsBusy(false)
  }
  return { isBusy, failure, attempt }
}
