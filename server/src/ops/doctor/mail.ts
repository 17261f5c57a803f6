import { verifyMailbox } from '../../kit/mail/imap-mailbox.ts'
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

export async function checkInboundMail({ settings }: DoctorContext): Promise<Finding[]> {
  if (!settings.inbound) return [ok('inbound mail', 'not configured: visitors cannot reply by email')]
  const { url, replyAddress } = settings.inbound
  const { host } = new URL(url)
  try {
    await verifyMailbox(url)
    return [ok('inbound mail', `${host} opens the mailbox; replies go to ${describeAddress(replyAddress)}`)]
  } catch (error) {
    const isRefused = (error as { authenticationFailed?: boolean }).authenticationFailed
    const remedy = isRefused
      ? 'Correct the user and password in MAIL_INBOUND_URL. Some providers require a password for apps.'
      : 'Correct host, port and mailbox in MAIL_INBOUND_URL (imaps:// on 993, imap:// on 143), and check that this machine can reach them.'
    return [bad('inbound mail', `${host}: ${getErrorMessage(error)}`, remedy)]
  }
}

/** With the place of the token. */
function describeAddress(replyAddress: string): string {
  const [local, domain] = replyAddress.split('@')
  return local === '*' ? `…@${domain}` : `${local}+…@${domain}`
}
