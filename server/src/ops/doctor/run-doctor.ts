import type { Log } from '../../kit/process/log.ts'
import type { Settings } from '../../kit/process/settings.ts'
import { checkClock } from './clock.ts'
import { checkDataDirectory } from './data-directory.ts'
import { checkDatabase } from './database.ts'
import { bad, type Finding, getErrorMessage } from './finding.ts'
import { checkMail } from './mail.ts'
import { checkModel } from './model.ts'
import { checkAddress } from './network-address.ts'
import { checkRedis } from './redis.ts'
import { checkStorage } from './storage.ts'

export type DoctorContext = { settings: Settings; log: Log; root: string }

type Check = (patient: DoctorContext) => Promise<Finding[]>

/** In the order in which they are told. */
const checks: [string, Check][] = [
  ['data directory', checkDataDirectory],
  ['database', checkDatabase],
  ['storage', checkStorage],
  ['redis', checkRedis],
  ['model', checkModel],
  ['mail', checkMail],
  ['clock', checkClock],
  ['address', checkAddress],
]
const checkTimeoutMs = 30_000

/** Looks at everything that the settings name, at once. Changes nothing but an object of its own in the storage. */
export async function runDoctor(patient: DoctorContext): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(([part, check]) => {
      const failed = (error: unknown) => [
        bad(part, getErrorMessage(error), 'This could not be looked at; the message says why.'),
      ]
      return Promise.race([check(patient), rejectAfterTimeout()]).catch(failed)
    }),
  )
  return found.flat()
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${checkTimeoutMs / 1000} s`)), checkTimeoutMs).unref()
  })
}
