import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { cutReply } from './cut-reply.ts'
import { parseEmail } from './parse-email.ts'

const folder = path.resolve(import.meta.dirname, '../../../test/fixtures/reply-emails')
const minShare = 0.95

type Expected = { own: string; alsoAccept?: string[] }

/** Line breaks depend on the mail client, so they do not count. */
const toWords = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Names of the emails whose text was not cut as expected. */
async function findWrong(set: string): Promise<{ wrong: string[]; count: number }> {
  const expected: Record<string, Expected> = JSON.parse(
    readFileSync(path.join(folder, `${set}.json`), 'utf8'),
  )
  const wrong: string[] = []
  const files = readdirSync(path.join(folder, set))
  for (const file of files) {
    const { text } = await parseEmail(readFileSync(path.join(folder, set, file)))
    const { own, alsoAccept = [] } = expected[path.parse(file).name] as Expected
    if (![own, ...alsoAccept].some((right) => toWords(right) === toWords(cutReply(text)))) wrong.push(file)
  }
  return { wrong, count: files.length }
}

describe('replies of 21 mail clients in ten languages', () => {
  // The rules were written with the first set. The second one was only counted.
  test.each(['development', 'held-out'])('%s: at least 95 % are cut right', async (set) => {
    const { wrong, count } = await findWrong(set)
    expect(count).toBe(30)
    expect(1 - wrong.length / count, `cut wrong: ${wrong.join(', ')}`).toBeGreaterThanOrEqual(minShare)
  })
})

test.each([
  ['a reply without a quote', 'Yes, please.\n\nBest regards,\nAmira', 'Yes, please.\n\nBest regards,\nAmira'],
  ['lines with > of the sender', 'It is:\n\n> 2 kg\n\nThanks', 'It is:\n\n> 2 kg\n\nThanks'],
  [
    'a closing with contact details',
    'Yes, please.\n\nKind regards\nAmira\nPhone: +47 22 33 44 55',
    'Yes, please.',
  ],
  ['a phone number as the answer', 'Call me:\n+47 22 33 44 55', 'Call me:\n+47 22 33 44 55'],
  [
    'an address as the answer',
    'Amira Holm\nStorgata 1\n0155 Oslo\n\nOn Sun, Nov 29, 2026 at 5:03 PM Shop <a@example.com> wrote:\n> Where do you live?',
    'Amira Holm\nStorgata 1\n0155 Oslo',
  ],
  [
    'text between the quoted lines',
    'On 11/29/26 17:03, Shop wrote:\n> Which color?\nGreen.\n> How many?\nTwo.',
    'Green.\n\nTwo.',
  ],
  [
    'a text that a line of dashes divides',
    `First\n-----\n${'A line of the second part\n'.repeat(15)}`,
    `First\n-----\n${'A line of the second part\n'.repeat(15)}`.trim(),
  ],
  ['a line of a phone', 'Yes\n\nSent from my iPhone', 'Yes'],
  ['a French line of a phone', 'Oui\n\nEnvoyé à partir de Outlook pour Android', 'Oui'],
  [
    'a text about a phone',
    'Hello,\nI sent the Samsung Galaxy back.',
    'Hello,\nI sent the Samsung Galaxy back.',
  ],
  [
    'a German text about a phone',
    'Hallo,\nich habe das Samsung Galaxy gestern gesendet.',
    'Hallo,\nich habe das Samsung Galaxy gestern gesendet.',
  ],
  [
    'a sentence with the words of a closing above a phone number',
    'Hello,\nmy sister wishes to return it.\nCall +47 22 33 44 55',
    'Hello,\nmy sister wishes to return it.\nCall +47 22 33 44 55',
  ],
  [
    'details that the sender lists',
    'Here they are:\nName: Kari Holm\nOrder: 2026-1187\nCity: Oslo',
    'Here they are:\nName: Kari Holm\nOrder: 2026-1187\nCity: Oslo',
  ],
  [
    'details below a line of dashes',
    `See below\n-----\nName: Kari Holm\nCity: Oslo\n${'And so on.\n'.repeat(12)}`,
    `See below\n-----\nName: Kari Holm\nCity: Oslo\n${'And so on.\n'.repeat(12)}`.trim(),
  ],
  [
    'a header of fields without an address',
    'Yes\n\nFrom: Shop\nSent: Monday, November 30, 2026 8:12 AM\nTo: Kari\nSubject: Hello\n\nHow are you?',
    'Yes',
  ],
  ['a quote only', '\n\nOn Sun, Nov 29, 2026 at 5:03 PM Shop wrote:\n> Hello', ''],
])('%s', (_, text, own) => {
  expect(cutReply(text)).toBe(own)
})
