/** Recognizes that a host has stopped answering, so that not every page of it is tried. */
export type HostHealth = {
  /** Notes whether the host has answered the request of an address, with whatever status. */
  record(url: string, hasAnswered: boolean): void
  isDown(): boolean
}

/** A host is down after this many consecutive URLs without an answer. Retries of one URL count once, because only that page may hang. */
const maxUnanswered = 5

export function createHostHealth(): HostHealth {
  const unanswered = new Map<string, Set<string>>()
  return {
    record(url, hasAnswered) {
      const { host } = new URL(url)
      if (hasAnswered) unanswered.delete(host)
      else unanswered.set(host, (unanswered.get(host) ?? new Set()).add(url))
    },
    isDown: () => [...unanswered.values()].some(({ size }) => size >= maxUnanswered),
  }
}
