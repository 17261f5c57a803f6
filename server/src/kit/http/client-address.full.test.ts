import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../../test/kit/ports.ts'
import { buildServer, startProcess } from '../../../test/kit/server-process.ts'

beforeAll(buildServer, 120_000)

test.each(['0.0.0.0/0', 'proxy.example.com'])(
  'the start fails with a message when TRUST_PROXY is %s',
  async (proxies) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-address-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const environment = { TRUST_PROXY: proxies, REDIS_URL: '' }
    const place = { port: await findFreePort(), dataDir, databaseUrl: null, environment }
    expect(await startProcess(place).ended).toEqual({
      code: 1,
      errors: `TRUST_PROXY must list addresses or CIDRs of your own proxies, like 127.0.0.1 or 10.0.0.0/8, not "${proxies}".\n`,
    })
  },
)
