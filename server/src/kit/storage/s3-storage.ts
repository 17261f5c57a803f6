import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '../process/settings.ts'
import type { Storage } from './storage.ts'

/** How long the store may neither answer nor accept or send content. A transfer that makes progress has no other limit. */
const idleTimeoutMs = 5000

/** Any S3-compatible store. */
export async function openS3(settings: NonNullable<Settings['s3']>): Promise<Storage> {
  // The library warns at each start that releases of 2027 need Node 22. The version in use supports Node 20, and the lock file
  // pins it.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  // Loaded on demand: the library is large, and most installations do not use it.
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = await import(
    '@aws-sdk/client-s3'
  )
  const { bucket } = settings
  const httpAgent = new HttpAgent({ keepAlive: true })
  const httpsAgent = new HttpsAgent({ keepAlive: true })
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    // Stores without support for the newer checksums would store them in the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    // Errors are thrown as well, and logged by the caller.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // The time limits of the library would include the time in which a reader or the source of an upload is slow.
    requestHandler: { requestTimeout: 0, socketTimeout: 0, httpAgent, httpsAgent },
  })

  /** Retries a temporary failure once. Each attempt has its own timeout, which ends with the attempt. */
  async function retryOnce<T>(work: (timeout: IdleTimeout) => Promise<T>): Promise<T> {
    try {
      return await attempt(work)
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
      if (status >= 400 && status < 500 && status !== 429) throw error
      // Idle connections may have failed in the same way without notice: the retry opens a new one.
      for (const agent of [httpAgent, httpsAgent]) closeIdleConnections(agent)
      await pause(200)
      return attempt(work)
    }
  }

  return {
    bucket,
    put: (key, { open, size, mime }) =>
      retryOnce(async (timeout) => {
        const source = ignoreErrors(open())
        const Body = Readable.from(readWithProgress(source, timeout), { objectMode: false })
        // The library does not handle this event, and an unhandled one ends the process.
        const broken = new Promise<never>((_, reject) => Body.once('error', reject))
        const sent = client.send(
          new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: size, ContentType: mime }),
          { abortSignal: timeout.signal },
        )
        sent.catch(() => {}) // handled below, unless the content fails first
        try {
          await Promise.race([sent, broken])
        } finally {
          Body.destroy()
          source.destroy()
        }
      }),
    get: (key) =>
      retryOnce(async (timeout) => {
        const { signal } = timeout
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
          abortSignal: signal,
        })
        const content = ignoreErrors(Body as Readable)
        signal.addEventListener('abort', () => content.destroy(signal.reason))
        const stream = Readable.from(readWhileActive(content, timeout), { objectMode: false })
        // A stream that is closed before it is read does not start the generator, which would close the connection.
        return stream.once('close', () => content.destroy())
      }),
    remove: (key) =>
      retryOnce(async ({ signal }) => {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: signal })
      }),
    close: () => client.destroy(),
  }
}

/** For a stream that is read by iteration, which throws its error, but perhaps begins only after it. */
function ignoreErrors(stream: Readable): Readable {
  return stream.on('error', () => {})
}

type IdleTimeout = {
  signal: AbortSignal
  restart(): void
  stop(): void
  /** Ends the request immediately. */
  abort(): void
}

function createIdleTimeout(): IdleTimeout {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    restart() {
      stop()
      timer = setTimeout(() => controller.abort(new Error('The store does not respond')), idleTimeoutMs)
    },
    stop,
    abort: () => controller.abort(),
  }
}

/** Restarts the timeout with each part that the store accepts. */
async function* readWithProgress(source: Readable, timeout: IdleTimeout): AsyncGenerator<Buffer> {
  for await (const part of source) {
    timeout.restart()
    yield part
  }
  timeout.restart()
}

/** Runs the timeout only while the store is expected to send: a reader may take as long as it needs. */
async function* readWhileActive(content: Readable, timeout: IdleTimeout): AsyncGenerator<Buffer> {
  try {
    timeout.restart()
    for await (const part of content) {
      timeout.stop()
      yield part
      timeout.restart()
    }
  } finally {
    timeout.stop()
  }
}

function closeIdleConnections(agent: HttpAgent): void {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy()
  }
}

async function attempt<T>(work: (timeout: IdleTimeout) => Promise<T>): Promise<T> {
  const timeout = createIdleTimeout()
  timeout.restart()
  try {
    return await work(timeout)
  } catch (error) {
    // A request whose content broke off would wait for the rest.
    timeout.abort()
    throw error
  } finally {
    timeout.stop()
  }
}
