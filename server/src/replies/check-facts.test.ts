import { describe, expect, test } from 'vitest'
import { extractFacts, findUnsupportedFacts } from './check-facts.ts'

const material =
  extractFacts(`Delivery takes 3 to 5 working days and costs 4.90 euros; orders over 1,000 euros are free.
On Saturday we close at 2 pm. Write to help@shop.example.com or see https://shop.example.com/help/returns.
We are at 12 Harbour Street. You may return items within thirty or 30 days. Offers end on 24 December 2026.
| Express | 12.90 |`)

describe('accepts facts from the material', () => {
  test.each([
    'Delivery takes 3-5 days.',
    'It takes three to five working days.',
    'It costs €4.90, and nothing over 1000 euros.',
    'It costs 4,90 euros.',
    'On Saturdays we close at 2 pm.',
    'Write to help@shop.example.com.',
    'See shop.example.com/help/returns or (https://shop.example.com/help/returns).',
    'Come to 12 Harbour Street!',
    'Express costs 12.90 euros.',
    'You have two options.',
    '1. Open your account.\n2. Choose Return.',
    'The offer ends on December 24, 2026.',
  ])('%s', (sentence) => {
    expect(findUnsupportedFacts(sentence, material)).toEqual([])
  })
})

describe('finds facts that are not in the material', () => {
  test.each([
    ['Delivery takes 7 days.', '7 day'],
    ['Delivery takes 3 to 9 days.', '9 day'],
    ['It takes two weeks.', '2 week'],
    ['It costs 5 dollars.', '5 $'],
    ['It costs $4.90.', '4.9 $'],
    ['It costs 49 euros.', '49 €'],
    ['You get 30 percent off.', '30 %'],
    ['On Sunday we are closed.', 'sunday'],
    ['We close at 2 am.', '2 am'],
    ['Write to refunds@evil.example.', 'refunds@evil.example'],
    ['See https://evil.example/pay.', 'evil.example/pay'],
    ['See https://shop.example.com.evil.example/help.', 'shop.example.com.evil.example/help'],
    ['See https://shop.example.com/login.', 'shop.example.com/login'],
    ['Come to 12 Garden Avenue.', 'garden avenue'],
    ['Come to 14 Harbour Street.', '14'],
    ['The offer ends on 31 December 2026.', '31'],
    ['Call +49 40 5550 199.', '49 40 5550 199'],
  ])('%s', (sentence, invented) => {
    expect(findUnsupportedFacts(sentence, material).join('; ')).toContain(invented.split(' ')[0])
  })
})
