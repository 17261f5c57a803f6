import { bad, type Finding, ok, warn } from './finding.ts'
import type { DoctorContext } from './run-doctor.ts'

/** A Date header counts in seconds, and was written a moment ago. */
const maxClockSkewSeconds = { warn: 5, bad: 60 }

/** Holds our clock against those of the servers that we know; that of the database is looked at with it. */
export async function checkClock({ settings }: DoctorContext): Promise<Finding[]> {
  const urls = [settings.ai?.baseUrl, settings.s3?.endpoint].filter((url) => url !== undefined)
  const found = await Promise.all(urls.map(compare))
  return found.flat()
}

async function compare(url: string): Promise<Finding[]> {
  const begun = Date.now()
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(5000) }).catch(() => null)
  const date = Date.parse(answer?.headers.get('date') ?? '')
  // Whether it answers at all is told by the part that needs it.
  if (Number.isNaN(date)) return []
  const seconds = Math.max(0, Math.abs(date - (begun + Date.now()) / 2) / 1000 - 1)
  const words = `that of ${new URL(url).host} is ${seconds.toFixed(0)} s from ours`
  const todo = 'Let this machine keep its time by NTP.'
  if (seconds > maxClockSkewSeconds.bad) return [bad('clock', words, todo)]
  return [seconds > maxClockSkewSeconds.warn ? warn('clock', words, todo) : ok('clock', words)]
}
