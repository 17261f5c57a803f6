import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import { findFreePort } from '../../server/test/kit/ports.ts'

/** The data directory that `npm run seed` has filled, and how to sign in as the owner. */
export type Demo = { dataDir: string; email: string; password: string; timeZone: string }

const root = path.resolve(import.meta.dirname, '../..')

/** Seeds the demo company once for all screenshots. Returns the teardown. */
export default async function setUp({ workers }: FullConfig): Promise<() => void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-demo-'))
  const dataDir = path.join(directory, 'data')
  const timeZone = chooseTimeZone()
  const { stdout, stderr, status } = spawnSync(process.execPath, ['server/dist/ops.js', 'seed'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '', APP_SECRET: '', TZ: timeZone },
  })
  const email = /^ *([^\s,]+@[^\s,]+)/m.exec(stdout)?.[1]
  const password = /password.*: (\S+)/.exec(stdout)?.[1]
  if (status !== 0 || !email || !password) throw new Error(`The seed failed: ${stderr}${stdout}`)
  process.env.E2E_DEMO = JSON.stringify({ dataDir, email, password, timeZone } satisfies Demo)
  const ports = await Promise.all(Array.from({ length: workers }, findFreePort))
  process.env.E2E_WEBSITE_PORTS = JSON.stringify(ports)
  return () => rmSync(directory, { recursive: true, force: true })
}

const timeZones = [
  'Pacific/Auckland',
  'Asia/Tokyo',
  'Asia/Bangkok',
  'Asia/Dubai',
  'Europe/Berlin',
  'Atlantic/Azores',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Denver',
  'America/Los_Angeles',
  'Pacific/Honolulu',
]
const afternoonHour = 15

/** Where it is afternoon now: the newest conversations are from the last hours, and a shop has none of them at night. */
function chooseTimeZone(): string {
  const now = new Date()
  const getDistance = (timeZone: string) => {
    const hour = Number(
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now),
    )
    return Math.abs(hour - afternoonHour)
  }
  return timeZones.toSorted((one, other) => getDistance(one) - getDistance(other))[0] as string
}
