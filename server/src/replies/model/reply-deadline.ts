import type { Timers } from '../../kit/process/timers.ts'

/** The longest time of an answer: a vector of the question, a search, a model and, where that fails, a quotation. */
export const maxAnswerMs = 30_000
/** How long a visitor waits for the first checked sentence of a model. */
const maxFirstSentenceMs = 12_000
/** The longest pause of an answer that is still being written then. */
const maxPauseMs = 3000

export type ReplyDeadline = {
  /** Aborts when the model has to be replaced by the built-in answer. */
  signal: AbortSignal
  /** Call it for every part that the model sends. */
  touch(): void
  /** Call it with the text that the visitor sees. */
  setShown(text: string): void
  clear(): void
}

/**
 * Limits how long a visitor waits for a model, whatever AI_TIMEOUT_MS allows. After `maxFirstSentenceMs`, the model must have shown
 * something and must still be writing.
 */
export function createReplyDeadline(timers: Timers): ReplyDeadline {
  const controller = new AbortController()
  let hasShown = false
  let isPaused = false
  let cancel = timers.start(startCheck, maxFirstSentenceMs - maxPauseMs)

  function startCheck(): void {
    isPaused = true
    cancel = timers.start(check, maxPauseMs)
  }

  function check(): void {
    if (hasShown && !isPaused) startCheck()
    else controller.abort(new Error('The model took too long to answer'))
  }

  return {
    signal: controller.signal,
    touch() {
      isPaused = false
    },
    setShown(text) {
      hasShown = text !== ''
    },
    clear: () => cancel(),
  }
}
