import { checkClock } from './clock.ts'
import { checkDataDirectory } from './data-directory.ts'
import { checkDatabase } from './database.ts'
import type { DoctorContext } from './doctor-context.ts'
import { bad, type Finding, getErrorMessage } from './finding.ts'
import { checkInboundMail, checkMail } from './mail.ts'
import { checkModel } from './model.ts'
import { checkAddress } from './network-address.ts'
import { checkRedis } from './redis.ts'
import { checkStorage } from './storage.ts'

type Check = (context: DoctorContext) => Promise<Finding[]>

/** In the order of the output. */
const checks: [string, Check][] = [
  ['data directory', checkDataDirectory],
  ['database', checkDatabase],
  ['storage', checkStorage],
  ['redis', checkRedis],
  ['model', checkModel],
  ['mail', checkMail],
  ['inbound mail', checkInboundMail],
  ['clock', checkClock],
  ['address', checkAddress],
]
const checkTimeoutMs = 30_000

/** Runs all checks concurrently. Nothing is changed, except that the storage check writes and removes one object. */
export async function runDoctor(context: DoctorContext): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(([part, check]) => {
      const failed = (error: unknown) => [
        bad(part, getErrorMessage(error), 'The check itself failed. The message contains the reason.'),
      ]
      return Promise.race([check(context), rejectAfterTimeout()]).catch(failed)
    }),
  )
  return found.flat()
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(
      () => reject(new Error(`no response within ${checkTimeoutMs / 1000} s`)),
      checkTimeoutMs,
    ).unref()
  })
}
