import { expect, test } from 'vitest'
import { createReplyAddress, findReplyTokens } from './reply-address.ts'

const sessionId = '0190a5b0-1234-7abc-8def-0123456789ab'
const secrets = { appSecret: 'a'.repeat(32), previousAppSecret: null }
const settings = { ...secrets, inbound: { url: 'imap://x', replyAddress: 'chat@example.com' } }
const address = createReplyAddress(settings, sessionId) ?? ''

test('has the token behind a +, or instead of the local part of a catch-all domain', () => {
  expect(address).toMatch(/^chat\+[a-z2-7]{42}@example\.com$/)
  const catchAll = { ...settings, inbound: { url: 'imap://x', replyAddress: '*@replies.example.com' } }
  expect(createReplyAddress(catchAll, sessionId)).toMatch(/^[a-z2-7]{42}@replies\.example\.com$/)
  expect(createReplyAddress({ ...secrets, inbound: null }, sessionId)).toBeNull()
})

test('leads to its conversation, in any case of letters and beside other addresses', () => {
  expect(findReplyTokens(secrets, `Amira <a@example.net>, "Shop" <${address.toUpperCase()}>`)).toEqual([
    sessionId,
  ])
  expect(findReplyTokens(secrets, `${address}\n${address}`)).toEqual([sessionId])
})

test('leads nowhere when it was changed, or signed with another secret', () => {
  const [local = '', domain] = address.split('@')
  for (let index = 'chat+'.length; index < local.length; index += 1) {
    for (const letter of ['a', 'b', 'c', 'd', '7'].filter((one) => one !== local[index])) {
      const changed = `${local.slice(0, index)}${letter}${local.slice(index + 1)}@${domain}`
      expect(findReplyTokens(secrets, changed)).toEqual([])
    }
  }
  expect(findReplyTokens({ appSecret: 'b'.repeat(32), previousAppSecret: null }, address)).toEqual([])
  expect(findReplyTokens(secrets, 'chat@example.com')).toEqual([])
})

test('stays valid while the secret is rotated', () => {
  const rotated = { appSecret: 'b'.repeat(32), previousAppSecret: secrets.appSecret }
  expect(findReplyTokens(rotated, address)).toEqual([sessionId])
})
