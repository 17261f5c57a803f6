import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import type { Settings } from '../../src/kit/process/settings.ts'

export const access = {
  bucket: 'files',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
}

/** Starts a local S3-compatible object store. */
export async function startObjectStore(): Promise<NonNullable<Settings['s3']>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: access.bucket, configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return { ...access, endpoint: `http://127.0.0.1:${port}` }
}
