import { expect, test, vi } from 'vitest'
import { UnavailableError } from '../../kit/http/refusal.ts'
import type { MailboxEmail } from '../../kit/mail/imap-mailbox.ts'
import { limitAttempts } from './receive-emails.ts'

const email = (uid: number) => ({ uid }) as MailboxEmail

test('an email that cannot be stored is tried five times, logged, and stops none after it', async () => {
  const log = { error: vi.fn() }
  const receive = limitAttempts(log, async ({ uid }) => {
    if (uid === 7) throw new Error('invalid')
  })
  for (let attempt = 1; attempt < 5; attempt += 1) await expect(receive(email(7))).rejects.toThrow('invalid')
  expect(log.error).not.toHaveBeenCalled()
  await receive(email(7))
  expect(log.error).toHaveBeenCalledOnce()
  await receive(email(8))
})

test('an outage of the database is waited for', async () => {
  const log = { error: vi.fn() }
  const receive = limitAttempts(log, async () => {
    throw new UnavailableError('The database does not answer', 1)
  })
  for (let attempt = 0; attempt < 20; attempt += 1)
    await expect(receive(email(7))).rejects.toThrow('does not answer')
  expect(log.error).not.toHaveBeenCalled()
})
