import { expect, test } from 'vitest'
import { maskPersonalData, maskSecrets } from './mask-secrets.ts'

test.each([
  ['My card 4111 1111 1111 1111 was charged', 'My card [card number] was charged'],
  ['5500-0000-0000-0004?', '[card number]?'],
  ['378282246310005', '[card number]'],
  ['4242 4242 4242 4242 12/27 123', '[card number] 12/27 123'],
  ['4242424242424242 12/27', '[card number] 12/27'],
  ['5105 1051 0510 5100 123', '[card number] 123'],
  ['Items 3, 4242\u00a04242  4242\n4242', 'Items 3, [card number]'],
  ['4242–4242–4242–4242 12/27', '[card number] 12/27'],
  ['4242\n4242\n4242\n4242\n123', '[card number]\n123'],
  ['12 4242 4242 4242 4242', '12 [card number]'],
  ['My SSN is 078-05-1120.', 'My SSN is [ID number].'],
  ['DNI 12345678Z', 'DNI [ID number]'],
  ['NIE X1234567L', 'NIE [ID number]'],
  ['1 85 05 78 006 084 91', '[ID number]'],
  ['RSSMRA85T10A562S', '[ID number]'],
  ['CPF 529.982.247-25', 'CPF [ID number]'],
  ['QQ 12 34 56 C and AB 12 34 56 C', 'QQ 12 34 56 C and [ID number]'],
  ['BSN: 111222333', 'BSN: [ID number]'],
  ['Meine Steuer-ID ist 86 095 742 719', 'Meine Steuer-ID ist [ID number]'],
  ['my password is hunter2, why?', 'my password is [password] why?'],
  ['Passwort: geheim!', 'Passwort: [password]'],
])('%s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked)
})

test.each([
  'Where is order 4111111111111112?',
  'Order 2024-118-99, 3 items for 129.90 €',
  'Call me at +49 30 1234567',
  'Is 12345678A a good code?',
  'Is a passport valid for 10 days enough?',
  'How do I change my password?',
  'What is the password rule: at least 6 characters?',
])('%s stays', (text) => {
  expect(maskSecrets(text)).toBe(text)
})

test.each([
  ['Is my order sent to kim.lee+shop@mail.example.com?', 'Is my order sent to [email]?'],
  ['Call me at +49 30 1234567, please', 'Call me at [phone number], please'],
  ['Meine Nummer ist 030/12345678.', 'Meine Nummer ist [phone number].'],
  ['My card is 4111 1111 1111 1111', 'My card is [card number]'],
])('hides personal data: %s', (text, masked) => {
  expect(maskPersonalData(text)).toBe(masked)
})

test.each([
  'Where is order 20481234?',
  'Are you open on 2026-12-24 from 09:00 to 17:00?',
  'Does model X200 cost 1,299.00 euros?',
  'Is 10 000 km a year enough?',
])('keeps other figures: %s', (text) => {
  expect(maskPersonalData(text)).toBe(text)
})
