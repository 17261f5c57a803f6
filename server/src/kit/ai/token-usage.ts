import type { LanguageModelUsage } from 'ai'

/** The tokens of one call; estimated from the texts where the server does not report them. */
export type TokenUsage = { inputTokens: number; outputTokens: number; isEstimate: boolean }
export type OnUsage = (usage: TokenUsage) => void

/** Counts the tokens of one call while it is answered. */
export type UsageCount = {
  /** Call it for every text that the model has written, reasoning included. */
  addOutput(text: string): void
  setReported(usage: LanguageModelUsage): void
  /** Calls `onUsage`, unless the server has not answered at all. */
  end(): void
}

const charactersPerToken = 4

/** @param input the texts of the prompt */
export function createUsageCount(input: string[], onUsage: OnUsage): UsageCount {
  let outputCharacters = 0
  let reported: TokenUsage | null = null
  return {
    addOutput(text) {
      outputCharacters += text.length
    },
    setReported({ inputTokens, outputTokens }) {
      if (inputTokens) reported = { inputTokens, outputTokens: outputTokens ?? 0, isEstimate: false }
    },
    end() {
      if (!reported && outputCharacters === 0) return
      onUsage(
        reported ?? {
          inputTokens: estimateTokens(input.reduce((sum, text) => sum + text.length, 0)),
          outputTokens: estimateTokens(outputCharacters),
          isEstimate: true,
        },
      )
    },
  }
}

function estimateTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken)
}
