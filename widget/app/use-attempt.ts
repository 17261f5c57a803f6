import { useState } from 'react'

/** Something asked of the server: whether it is under way, and the sentence of its failure. */
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
