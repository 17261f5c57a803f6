import { expect, test } from 'vitest'
import { detectQuestionLanguages, languages, type ValueKind } from './language-data.ts'

const all = languages.map(({ config }) => config)

test.each([
  ['how do I change my password?', 'en'],
  ['wie ändere ich mein Passwort?', 'de'],
  ['¿cómo puedo cambiar mi contraseña?', 'es'],
  ['comment puis-je changer mon mot de passe ?', 'fr'],
  ['come posso cambiare la mia password?', 'it'],
  ['como posso alterar a minha senha?', 'pt'],
  ['hoe kan ik mijn wachtwoord wijzigen?', 'nl'],
])('detects the language of "%s"', (question, code) => {
  expect(detectQuestionLanguages(question, all).map((language) => language.code)).toContain(code)
})

test('a question of names only is read in the languages of the project', () => {
  expect(detectQuestionLanguages('PayPal Klarna', ['german']).map(({ code }) => code)).toEqual(['de'])
})

test.each<[string, string, ValueKind, string, string]>([
  ['en', 'how long is the trial', 'duration', 'The trial lasts 14 days.', 'The trial is free.'],
  [
    'de',
    'wie viel kostet der versand',
    'money',
    'Der Versand kostet 4,90 Euro.',
    'Wir versenden mit der Post.',
  ],
  ['es', 'cuanto tarda el envio', 'duration', 'El envio tarda tres dias.', 'Enviamos por correo.'],
  ['fr', 'combien coute la livraison', 'money', 'La livraison coute 5 €.', 'Nous livrons partout.'],
  ['it', 'quanto costa la spedizione', 'money', 'Costa 5 euro.', 'Spediamo ovunque.'],
  ['pt', 'a que horas abrem', 'time', 'Abrimos na segunda.', 'Temos uma loja.'],
  ['en', 'how much does the tent weigh', 'size', 'It weighs 1.9 kg.', 'It costs 90 euros.'],
  ['en', 'how much can the boat carry', 'count', 'It carries 300 kg.', 'It is made of wood.'],
  ['fr', 'combien pesent les tentes', 'size', 'Elles pesent 2 kg.', 'Elles sont vertes.'],
  ['nl', 'hoeveel leden mag ik toevoegen', 'count', 'Maximaal tien leden.', 'Leden kunt u toevoegen.'],
])('%s: "%s" asks for a value', (code, question, kind, answer, other) => {
  const language = languages.find((one) => one.code === code)
  const asked = language?.values.find(({ asks }) => asks.test(question))
  expect(asked?.kind).toBe(kind)
  expect(asked?.answers.test(answer)).toBe(true)
  expect(asked?.answers.test(other)).toBe(false)
})
