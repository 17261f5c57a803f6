import type { DoctorContext } from './doctor-context.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

/** A Date header has a resolution of one second. */
const maxClockSkewSeconds = { warn: 5, bad: 60 }

/** Compares the clock with those of the configured servers. The database check compares it with the database's. */
export async function checkClock({ settings }: DoctorContext): Promise<Finding[]> {
  const urls = [settings.ai?.baseUrl, settings.s3?.endpoint].filter((url) => url !== undefined)
  const found = await Promise.all(urls.map(compare))
  return found.flat()
}

async function compare(url: string): Promise<Finding[]> {
  const begun = Date.now()
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(5000) }).catch(() => null)
  const date = Date.parse(answer?.headers.get('date') ?? '')
  // Another check reports a server that does not respond.
  if (Number.isNaN(date)) return []
  const seconds = Math.max(0, Math.abs(date - (begun + Date.now()) / 2) / 1000 - 1)
  const words = `the clock of ${new URL(url).host} differs by ${seconds.toFixed(0)} s`
  const todo = 'Synchronize the clock of this machine by NTP.'
  if (seconds > maxClockSkewSeconds.bad) return [bad('clock', words, todo)]
  return [seconds > maxClockSkewSeconds.warn ? warn('clock', words, todo) : ok('clock', words)]
}
