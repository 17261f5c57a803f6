import type { staffCommands } from '@aichat/contracts/chat/staff-channel'
import type { Socket } from 'socket.io'
import type { Caller } from '../kit/http/caller.ts'
import type { CommandHandlers } from '../kit/realtime/commands.ts'

export type StaffIdentity = {
  caller: Caller
  /** The end of the token's grace time, in epoch milliseconds. */
  expiresAt: number
}

/** The identity is replaced when the caller's name or role changes, or when the client presents a new token. */
export type StaffContext = StaffIdentity & { socket: Socket }
export type StaffCommandHandlers = CommandHandlers<typeof staffCommands, StaffContext>
