export const writtenFor: Record<string, string>
export type SocketDatabase = {
  waitReady: Promise<void>
  isInTransaction(): boolean
  runExclusive<T>(work: () => Promise<T>): Promise<T>
  exec(statement: string): Promise<unknown>
  execProtocolRawStream(message: Uint8Array, options: object): Promise<void>
}
export function batchMessages(db: SocketDatabase): SocketDatabase
export function coalesceReplies(socketServer: object): void
