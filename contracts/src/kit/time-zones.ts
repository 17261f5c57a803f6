import * as z from 'zod/mini'

export const timeZoneSentence = 'Choose a time zone'

export const timeZone = z.string(timeZoneSentence).check(z.refine(isTimeZone, timeZoneSentence))

/** Names such as Europe/Berlin. Offsets such as +01:00 have no clock changes, and not every browser knows them. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
