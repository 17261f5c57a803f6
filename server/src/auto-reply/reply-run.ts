/** A reply that is being written. */
export type ReplyRun = {
  /** Aborts when the question no longer needs an answer. */
  signal: AbortSignal
  setQuestion(seq: number): void
  /** Aborts if the reply answers the question `upToSeq` or an earlier one. */
  stop(upToSeq: number): void
  abort(): void
}

/** A stop that arrives before the question is known takes effect when it is set. */
export function createReplyRun(): ReplyRun {
  const controller = new AbortController()
  let questionSeq = Number.POSITIVE_INFINITY
  let stoppedSeq = -1
  const abortIfStopped = () => {
    if (questionSeq <= stoppedSeq) controller.abort()
  }
  return {
    signal: controller.signal,
    setQuestion(seq) {
      questionSeq = seq
      abortIfStopped()
    },
    stop(upToSeq) {
      stoppedSeq = Math.max(stoppedSeq, upToSeq)
      abortIfStopped()
    },
    abort: () => controller.abort(),
  }
}
