import * as z from 'zod/mini'
import type { Access } from '../company/permissions.ts'
import type { DeclaredLimits, RateLimit } from './rate-limit.ts'

export const realtimeSentences = {
  authenticationFailed: 'Authentication failed',
  tooManyConnections: 'This chat is open in too many tabs. Close some of them.',
  notConnected: 'Not connected',
  tooMany: 'Too many messages. Please wait a moment.',
  badPayload: 'The request is invalid.',
  failed: 'Something went wrong. Please try again.',
} as const

const { tooMany: sentence } = realtimeSentences
export const commandRateLimits = {
  message: { name: 'message', points: 20, seconds: 2, sentence },
  typing: { name: 'typing', points: 8, seconds: 2, sentence },
  command: { name: 'command', points: 60, seconds: 2, sentence },
} as const satisfies Record<string, RateLimit>

/**
 * One realtime command as data: the permission that its caller needs, its rate limits, the client's payload, and the
 * fields of the acknowledgement beside `success`.
 */
export type Command = {
  access: { permission: Access; rateLimit: DeclaredLimits }
  payload: z.ZodMiniType
  ack: z.ZodMiniType
}
export type CommandTable = Record<string, Command>

/** The payload schema of each event, by event name. */
export type EventTable = Record<string, z.ZodMiniType>

export function commands<const Table extends CommandTable>(table: Table): Table {
  return table
}

export function events<const Table extends EventTable>(table: Table): Table {
  return table
}

/** Events that staff and visitor sockets both receive. */
export const commonEvents = events({
  // Events may have been lost: the client syncs at a random moment within `withinMs`, so that clients do not all sync
  // at the same time.
  'sync:wanted': z.object({ withinMs: z.int().check(z.minimum(0)) }),
})

export type Payload<C extends Command> = z.output<C['payload']>
export type PayloadInput<C extends Command> = z.input<C['payload']>
export type AckData<C extends Command> = z.output<C['ack']>
export type EventData<Table extends EventTable, Name extends keyof Table> = z.output<Table[Name]>

/** A failed acknowledgement. `error` is shown to the user; `code` is for programs. */
export type FailedAck = { success: false; error: string; code?: string }
export type Ack<C extends Command> = ({ success: true } & AckData<C>) | FailedAck
