import type { AckData, Command, CommandTable, Payload } from '@aichat/contracts/kit/realtime'
import { realtimeSentences } from '@aichat/contracts/kit/realtime'
import type { Socket } from 'socket.io'
import * as z from 'zod/mini'
import { requireDeclaredAccess } from '../http/permissions.ts'
import { Refusal, toFailedAck, UnavailableError } from '../http/refusal.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Tracing } from '../observability/tracing.ts'

export type CommandHandlers<Table extends CommandTable, Context> = {
  [Name in keyof Table]: (context: Context, payload: Payload<Table[Name]>) => Promise<AckData<Table[Name]>>
}

type Ack = (answer: object) => void

/**
 * Handles the commands of a contract table on the sockets that it is attached to, each with its context. Malformed input
 * (a missing ack, null, text, a wrong shape) is answered with a refusal or ignored. `authorize` may refuse a command
 * before its payload is parsed (the rate limits and permission of its contract). One listener serves all sockets, of which there are thousands.
 */
export function createCommandListener<const Table extends CommandTable, Context>(
  table: Table,
  handlers: CommandHandlers<Table, Context>,
  authorize: (context: Context, access: Command['access']) => Promise<void>,
  { log, metrics, tracing }: { log: Log; metrics: Metrics; tracing: Tracing },
): (socket: Socket, context: Context) => void {
  for (const [name, { access }] of Object.entries(table)) requireDeclaredAccess(name, access)

  async function execute(name: string, command: Command, context: Context, input: unknown): Promise<object> {
    try {
      await authorize(context, command.access)
      const handler = handlers[name] as (context: Context, payload: unknown) => Promise<object>
      return await handler(context, parsePayload(command, input))
    } catch (error) {
      // An outage is logged where it is detected.
      if (!(error instanceof Refusal || error instanceof UnavailableError))
        log.error({ err: error, command: name }, 'a realtime command failed')
      throw error
    }
  }

  return (socket, context) => {
    const attributes = { 'aichat.namespace': socket.nsp.name }
    socket.onAny(async (name: string, ...args: unknown[]) => {
      const command = Object.hasOwn(table, name) ? table[name] : undefined
      if (!command) return
      const ack = args.find((arg) => typeof arg === 'function') as Ack | undefined
      const startedAt = performance.now()
      const observe = (outcome: 'done' | 'refused' | 'failed') =>
        metrics.command(name, outcome, (performance.now() - startedAt) / 1000)
      try {
        const data = await tracing.startTrace('server', `command ${name}`, attributes, () =>
          execute(name, command, context, args[0]),
        )
        ack?.({ success: true, ...data })
        observe('done')
      } catch (error) {
        ack?.(toFailedAck(error))
        observe(error instanceof Refusal ? 'refused' : 'failed')
      }
    })
  }
}

function parsePayload(command: Command, input: unknown): unknown {
  const payload = z.safeParse(command.payload, input)
  if (payload.success) return payload.data
  const message = payload.error.issues.find((issue) => issue.path.length > 0)?.message
  // Zod's default messages ('Invalid input') are for developers; the contract's are for users.
  const sentence = message && !message.startsWith('Invalid') ? message : realtimeSentences.badPayload
  throw new Refusal(400, sentence, 'bad_input')
}
