import { verifyMail } from '../../kit/mail/mail.ts'
import { bad, type Finding, getErrorMessage, ok } from './finding.ts'
import type { DoctorContext } from './run-doctor.ts'

export async function checkMail({ settings }: DoctorContext): Promise<Finding[]> {
  if (!settings.mail) return [ok('mail', 'none: links are shown to copy')]
  const { host } = new URL(settings.mail.url)
  try {
    await verifyMail(settings.mail)
    return [ok('mail', `${host} lets us in; mails come from ${settings.mail.from}`)]
  } catch (error) {
    const remedy =
      (error as NodeJS.ErrnoException).code === 'EAUTH'
        ? 'Correct the user and password in SMTP_URL.'
        : 'Correct host and port in SMTP_URL (smtps:// on 465, smtp:// on 587), and see that they are reached from here.'
    return [bad('mail', `${host}: ${getErrorMessage(error)}`, remedy)]
  }
}
