/** `cost` in US dollars; null where the prices are unknown. */
export type UsageCounts = {
  answers: number
  suggestions: number
  handovers: number
  inputTokens: number
  outputTokens: number
  cost: number | null
}

export const noCounts: UsageCounts = {
  answers: 0,
  suggestions: 0,
  handovers: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
}

export function addCounts(sum: UsageCounts, more: Partial<UsageCounts>): UsageCounts {
  return {
    answers: sum.answers + (more.answers ?? 0),
    suggestions: sum.suggestions + (more.suggestions ?? 0),
    handovers: sum.handovers + (more.handovers ?? 0),
    inputTokens: sum.inputTokens + (more.inputTokens ?? 0),
    outputTokens: sum.outputTokens + (more.outputTokens ?? 0),
    cost: sum.cost === null && (more.cost ?? null) === null ? null : (sum.cost ?? 0) + (more.cost ?? 0),
  }
}
