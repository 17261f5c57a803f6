import { Redis } from 'ioredis'
import type { Log } from '../observability/log.ts'
import { createAvailability } from '../process/availability.ts'
import { StartError } from '../process/start-error.ts'

/** A Redis client with the key prefix of this installation: several installations may share a server. */
export type SharedRedis = { client: Redis; prefix: string }

/** The start continues without Redis when the server does not answer within this time. */
const connectTimeoutMs = 5000
const maxReconnectDelayMs = 500

/**
 * Connects to the server of REDIS_URL. While it is unavailable, which is logged, commands fail immediately, so that every
 * process continues on its own, and joins the others when it is back.
 * @throws StartError when the server rejects the user or password
 */
export async function openRedis(url: string | null, prefix: string, log: Log): Promise<SharedRedis | null> {
  if (!url) return null
  const client = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    // Commands of one turn of the event loop are written together.
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(attempt * 50, maxReconnectDelayMs),
  })
  logAvailability(client, log)
  try {
    await waitUntilReady(client)
  } catch (error) {
    client.disconnect()
    throw error
  }
  return { client, prefix }
}

function logAvailability(client: Redis, log: Log): void {
  const availability = createAvailability(log, {
    level: 'warn',
    lost: 'Redis is unavailable: this process continues without its peers',
    regained: 'Redis is available again',
  })
  client.on('error', availability.lost)
  client.on('ready', availability.regained)
}

function waitUntilReady(client: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(settle, connectTimeoutMs)
    const onError = ({ message }: Error) => {
      if (!/^(WRONGPASS|NOAUTH|NOPERM)/.test(message)) return
      reject(new StartError('Redis rejects the connection. Correct the user and password in REDIS_URL.'))
      settle()
    }
    function settle() {
      clearTimeout(timer)
      client.off('ready', settle)
      client.off('error', onError)
      resolve()
    }
    client.on('ready', settle)
    client.on('error', onError)
  })
}
