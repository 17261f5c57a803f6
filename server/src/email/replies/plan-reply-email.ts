import type { ReplyCandidate } from './queue-store.ts'

type Plan =
  | { kind: 'send'; address: string; throughSeq: number }
  | { kind: 'wait'; until: number }
  | { kind: 'none' }

const minuteMs = 60_000
/** Older messages are not emailed, for instance those from before a mail server was configured. */
const maxAgeMs = 3 * 86_400_000

/** Whether unread messages are emailed now, later or not at all. `now` and `until` are in epoch milliseconds. */
export function planReplyEmail(
  candidate: Pick<
    ReplyCandidate,
    'address' | 'sendsReplies' | 'replyDelayMinutes' | 'lastSeenAt' | 'unreadSeq' | 'unreadAt'
  >,
  { now, isOnline, hasOptedOut }: { now: number; isOnline: boolean; hasOptedOut: boolean },
): Plan {
  const { address, sendsReplies, unreadSeq, unreadAt } = candidate
  if (!sendsReplies || !address || hasOptedOut || unreadSeq === null || unreadAt === null)
    return { kind: 'none' }
  if (now - Date.parse(unreadAt) > maxAgeMs) return { kind: 'none' }
  const awaySince = isOnline ? now : Date.parse(candidate.lastSeenAt)
  const until = awaySince + candidate.replyDelayMinutes * minuteMs
  return until > now ? { kind: 'wait', until } : { kind: 'send', address, throughSeq: unreadSeq }
}
