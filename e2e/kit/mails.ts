import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { test as base } from './product.ts'

export type Mail = { to: string; text: string }

/** Tests with a local mail server, which stores the mails of the product. */
export const test = base.extend<
  object,
  { mails: Mail[]; smtpUrl: string; moreSettings: Record<string, string> }
>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture asks for
  mails: [async ({}, use) => use([]), { scope: 'worker' }],
  smtpUrl: [
    async ({ mails }, use) => {
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onData(stream, session, done) {
          let raw = ''
          stream.on('data', (part) => {
            raw += part
          })
          stream.on('end', () => {
            mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: raw })
            done()
          })
        },
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
      server.close()
    },
    { scope: 'worker' },
  ],
  moreSettings: [{}, { option: true, scope: 'worker' }],
  environment: [
    ({ smtpUrl, moreSettings }, use) => use({ SMTP_URL: smtpUrl, ...moreSettings }),
    { scope: 'worker' },
  ],
})

/** The text of a mail, whose quoted-printable encoding wraps lines with = and encodes = as =3D. */
export function decodeMail({ text }: Mail): string {
  return text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
}
