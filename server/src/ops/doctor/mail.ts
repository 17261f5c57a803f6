import { verifyMail } from '../../kit/mail/mail.ts'
import type { DoctorContext } from './doctor-context.ts'
import { bad, type Finding, getErrorMessage, ok } from './finding.ts'

export async function checkMail({ settings }: DoctorContext): Promise<Finding[]> {
  if (!settings.mail) return [ok('mail', 'not configured: invitation links are shown in the console')]
  const { host } = new URL(settings.mail.url)
  try {
    await verifyMail(settings.mail)
    return [ok('mail', `${host} accepts the connection; the sender is ${settings.mail.from}`)]
  } catch (error) {
    const remedy =
      (error as NodeJS.ErrnoException).code === 'EAUTH'
        ? 'Correct the user and password in SMTP_URL.'
        : 'Correct host and port in SMTP_URL (smtps:// on 465, smtp:// on 587), and check that this machine can reach them.'
    return [bad('mail', `${host}: ${getErrorMessage(error)}`, remedy)]
  }
}
