import { addAbortSignal, type Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '../process/settings.ts'
import type { Storage } from './storage.ts'

const totalMs = 12_000
const silenceMs = 5000

/** Any store that speaks S3. */
export async function openS3(settings: NonNullable<Settings['s3']>): Promise<Storage> {
  // Loaded only here: the library is large, and most installations have no such store.
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = await import(
    '@aws-sdk/client-s3'
  )
  const { bucket } = settings
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    // Stores that do not know the newer checksums keep them inside the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    // What it would print is thrown too, and logged by whoever hears it.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: silenceMs, requestTimeout: silenceMs, throwOnRequestTimeout: true },
  })
  return {
    bucket,
    put: (key, { open, size, mime }) =>
      twice(async (abortSignal) => {
        const Body = open()
        // The library does not listen for it, and an error that nobody hears ends the process.
        const broken = new Promise<never>((_, reject) => Body.once('error', reject))
        const sent = client.send(
          new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: size, ContentType: mime }),
          { abortSignal },
        )
        sent.catch(() => {}) // heard below, unless the content broke first
        try {
          await Promise.race([sent, broken])
        } finally {
          Body.destroy()
        }
      }),
    get: (key) =>
      twice(async (abortSignal) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
          abortSignal,
        })
        return addAbortSignal(abortSignal, Body as Readable)
      }),
    remove: (key) =>
      twice(async (abortSignal) => {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
      }),
    close: () => client.destroy(),
  }
}

/** A second try when the first one failed early enough. All of it, what is streamed included, has one deadline. */
async function twice<T>(work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(totalMs)
  try {
    return await work(deadline)
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
    if (deadline.aborted || (status >= 400 && status < 500 && status !== 429)) throw error
    await pause(200)
    return work(deadline)
  }
}
