import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'
import { containsIdentifier, findIdentifiers } from './identifiers.ts'

const english = languages.filter(({ code }) => code === 'en')
const find = (text: string) => findIdentifiers(text, english)

test.each([
  ['What does E-42 mean?', ['e-42']],
  ['Is version 2.14.3 supported?', ['2.14.3']],
  ['Does the X100 float?', ['x100']],
  ['What does error 404 mean?', ['404']],
  ['Is Fibre 400 faster?', ['400']],
  ['Does version 2.1 run offline?', ['2.1']],
  ['what changed in v 3.0', ['3.0']],
  ['Is SKU 100235 in stock?', ['100235']],
  ['Price of article no. 4711 please', ['4711']],
  ['Can I get model 12 in red?', ['model 12']],
  ['Is ABC-1234567 in stock?', ['abc-1234567']],
  ['windows 11 supported?', ['windows 11']],
  ['Does it run on Windows 11', ['windows 11']],
  ['case for the iphone 15 pro max?', ['iphone 15 pro max']],
  ['do you have iphone 15 cases', ['iphone 15']],
  ['Does it need Android 13.1?', ['13.1']],
  ['What does the Pro plan cost?', ['pro plan']],
  ['is the business plan cheaper than the starter plan', ['business plan', 'starter plan']],
  ['Does the Family Plan include calls?', ['family plan']],
  ['How many berths has Pier C?', ['pier c']],
  ['can I park in zone B', ['zone b']],
  ['What is 4711230?', ['4711230']],
  ['How Do I Rename A Project', []],
  ['Can I pay later', []],
  ['CAN WE RETURN A TREE', []],
  ['Where is my order ABC-1234567?', []],
  ['my ticket no. 123456789 is open', []],
  ['what is the 14 days rule', []],
  ['top 10 tips', []],
  ['can I watch 2 videos at once', []],
  ['how do I switch 3 lines to another plan', []],
  ['open on May 15', []],
  ['Do you insure parcels over 100000 euros?', []],
  ['Can I change my plan?', []],
  ['Which plan is the cheapest?', []],
  ['What does the annual plan cost?', []],
  ['Can I pay 2.50 euros?', []],
  ['How Do I Cancel My Current Plan', []],
  ['reports of the last 7 days', []],
  ['from December 15 to January 15', []],
  ['open at 9am or 10:30?', []],
  ['a parcel of 5kg', []],
  ['Where is my order 20261124381?', []],
])('identifiers of "%s"', (text, identifiers) => {
  expect(find(text)).toEqual(identifiers)
})

test.each([
  ['de', 'Was kostet der Pro-Tarif?', ['pro plan']],
  ['de', 'Was kostet der Tarif pro Monat?', []],
  ['de', 'Ist Artikelnummer 100235 lieferbar?', ['100235']],
  ['de', 'Wo ist meine Bestellung Nr. 20261124381?', []],
  ['de', 'Läuft es unter Windows 11?', ['windows 11']],
  ['es', '¿Cuánto cuesta el plan Pro?', ['pro plan']],
  ['fr', 'Que comprend le forfait Business ?', ['business plan']],
  ['it', 'Quanto costa il piano Premium?', ['premium plan']],
  ['pt', 'Quanto custa o plano Pro?', ['pro plan']],
  ['nl', 'Wat kost het Pro-abonnement?', ['pro plan']],
])('%s: identifiers of "%s"', (code, text, identifiers) => {
  expect(
    findIdentifiers(
      text,
      languages.filter((one) => one.code === code),
    ),
  ).toEqual(identifiers)
})

test.each([
  ['Works with Windows 10 and 11.', 'windows 11', true],
  ['Works with Windows 7, 8, 10 & 11.', 'windows 11', true],
  ['Works with Windows 10. Send it back within 11 days.', 'windows 11', false],
  ['For the iPhone 15 Pro', 'iphone 15 pro', true],
  ['For the iPhone 15, 15 Plus and 15 Pro', 'iphone 15 pro', true],
  ['For the iPhone 15', 'iphone 15 pro', false],
  ['For the iPhone 15 Pro', 'iphone 15', false],
  ['For the iPhone 14 Pro', 'iphone 15 pro', false],
  ['Version 2.1 runs offline.', '2.1', true],
  ['Version 21 and version 2.1.4 run offline.', '2.1', false],
  ['Models: 12 and 14', 'model 12', true],
  ['Model 14 has a warranty of 12 months', 'model 12', false],
  ['Starter 9 €, Pro 29 €', 'pro plan', true],
  ['On the pro plan', 'pro plan', true],
  ['Berths: Pier A 30, Pier C 120', 'pier c', true],
  ['Zones A, B and C', 'zone c', true],
  ['inside zones A to D', 'zone b', true],
  ['inside zones A and D', 'zone b', false],
  ['Pier A and a café', 'pier c', false],
  ['Im Pro-Tarif', 'pro plan', true],
  ['Der Starter-Tarif kostet 9 € pro Monat', 'pro plan', false],
  ['The Business plan is for professionals', 'pro plan', false],
])('"%s" contains %s: %s', (text, identifier, isContained) => {
  expect(containsIdentifier(text, identifier)).toBe(isContained)
})

test('an identifier is found as a whole word, whatever separates its parts', () => {
  expect(containsIdentifier('Code E 42: paper jam', 'e-42')).toBe(true)
  expect(containsIdentifier('Code E42.', 'e-42')).toBe(true)
  expect(containsIdentifier('Code E-421: paper jam', 'e-42')).toBe(false)
  expect(containsIdentifier('Version 12.14.3', '2.14.3')).toBe(false)
  expect(containsIdentifier('It costs 404.50', '404')).toBe(false)
})
