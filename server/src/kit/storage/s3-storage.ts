import { addAbortSignal, type Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '../process/settings.ts'
import type { Storage } from './storage.ts'

const totalTimeoutMs = 12_000
const idleTimeoutMs = 5000

/** Any S3-compatible store. */
export async function openS3(settings: NonNullable<Settings['s3']>): Promise<Storage> {
  // Loaded on demand: the library is large, and most installations do not use it.
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = await import(
    '@aws-sdk/client-s3'
  )
  const { bucket } = settings
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
    requestHandler: {
      connectionTimeout: idleTimeoutMs,
      requestTimeout: idleTimeoutMs,
      throwOnRequestTimeout: true,
    },
  })
  return {
    bucket,
    put: (key, { open, size, mime }) =>
      retryOnce(async (abortSignal) => {
        const Body = open()
        // The library does not handle this event, and an unhandled one ends the process.
        const broken = new Promise<never>((_, reject) => Body.once('error', reject))
        const sent = client.send(
          new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: size, ContentType: mime }),
          { abortSignal },
        )
        sent.catch(() => {}) // handled below, unless the content fails first
        try {
          await Promise.race([sent, broken])
        } finally {
          Body.destroy()
        }
      }),
    get: (key) =>
      retryOnce(async (abortSignal) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
          abortSignal,
        })
        return addAbortSignal(abortSignal, Body as Readable)
      }),
    remove: (key) =>
      retryOnce(async (abortSignal) => {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
      }),
    close: () => client.destroy(),
  }
}

/** Retries a temporary failure once. Both attempts and the streamed content share one deadline. */
async function retryOnce<T>(work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(totalTimeoutMs)
  try {
    return await work(deadline)
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
    if (deadline.aborted || (status >= 400 && status < 500 && status !== 429)) throw error
    await pause(200)
    return work(deadline)
  }
}
