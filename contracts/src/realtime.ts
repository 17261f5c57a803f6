import * as z from 'zod/mini'

/** One realtime command as data: what the client sends, and what the acknowledgement carries beside `success`. */
export type Command = { payload: z.ZodMiniType; ack: z.ZodMiniType }
export type CommandTable = Record<string, Command>

/** Events by name, each with its payload. */
export type EventTable = Record<string, z.ZodMiniType>

export function commands<const Table extends CommandTable>(table: Table): Table {
  return table
}

export function events<const Table extends EventTable>(table: Table): Table {
  return table
}

/** Both sides hear these. */
export const commonEvents = events({
  // Events may have been missed: ask what changed, at a random moment of this time, or all would ask at once.
  'sync:wanted': z.object({ withinMs: z.int().check(z.minimum(0)) }),
})

export type Payload<C extends Command> = z.output<C['payload']>
export type PayloadInput<C extends Command> = z.input<C['payload']>
export type AckData<C extends Command> = z.output<C['ack']>
export type EventData<Table extends EventTable, Name extends keyof Table> = z.output<Table[Name]>

/** A failed acknowledgement: a sentence for a person, and a word for a program where one is useful. */
export type FailedAck = { success: false; error: string; code?: string }
export type Ack<C extends Command> = ({ success: true } & AckData<C>) | FailedAck

export const realtimeSentences = {
  authenticationFailed: 'Authentication failed',
  notConnected: 'Not connected',
  tooMany: 'Too many messages. Please wait a moment.',
  badPayload: 'That request could not be understood.',
  failed: 'Something went wrong. Please try again.',
} as const
