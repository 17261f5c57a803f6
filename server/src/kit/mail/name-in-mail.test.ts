import { expect, test } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

test.each([
  ['Ann Lee', 'Ann Lee'],
  ['Dr. Ann O’Neil-Lee, Ph. D.', 'Dr. Ann O’Neil-Lee, Ph. D.'],
  ['Maersk A/S & Söhne (北京) 👩‍💻', 'Maersk A/S & Söhne (北京) 👩‍💻'],
  ['Booking.com', 'Booking. com'],
  ['see https://evil.test/x?y=1', 'see https: //evil. test/x?y=1'],
  ['www.evil.test', 'www. evil. test'],
  ['ann@evil.test', 'ann@ evil. test'],
  ['mailto:ann', 'mailto: ann'],
  ['evil。test evil．test evil｡test', 'evil。 test evil． test evil｡ test'],
  ['\\\\evil\\share', '\\ \\ evil\\ share'],
  ['Ann\r\n\r\nhttps://evil.test', 'Ann https: //evil. test'],
  ['evil\u200b.\u2060test', 'evil. test'],
  ['\u202eAnn\u2066', 'Ann'],
])('%j is written as %j', (name, expected) => {
  expect(nameInMail(name)).toBe(expected)
})
