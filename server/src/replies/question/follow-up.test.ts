import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'
import { dependsOnContext, findFollowUpContext } from './follow-up.ts'

const allConfigs = languages.map(({ config }) => config)

test.each([
  ['how often?', 'english'],
  ['and to Norway?', 'english'],
  ['what about Norway?', 'english'],
  ['can I put a password on it?', 'english'],
  ['is there a fee for it?', 'english'],
  ['und nach Norwegen?', 'german'],
  ['wie lange dauert das?', 'german'],
  ['gibt es dafür einen Rabatt?', 'german'],
  ['¿y a Portugal?', 'spanish'],
  ['¿y para Noruega?', 'spanish'],
  ['¿puedo devolverlo?', 'spanish'],
  ['¿cuánto cuesta?', 'spanish'],
  ['et pour la Belgique ?', 'french'],
  ['et en Norvège ?', 'french'],
  ['combien ça coûte ?', 'french'],
  ['e per la Norvegia?', 'italian'],
  ['e in Norvegia?', 'italian'],
  ['posso restituirlo?', 'italian'],
  ['quanto costa?', 'italian'],
  ['e para Noruega?', 'portuguese'],
  ['E se for para a Noruega?', 'portuguese'],
  ['quanto custa isso?', 'portuguese'],
  ['posso devolvê-lo?', 'portuguese'],
  ['En Noorwegen?', 'dutch'],
  ['en naar Noorwegen?', 'dutch'],
  ['wat kost het?', 'dutch'],
  ['kan ik ermee betalen?', 'dutch'],
])('"%s" continues the previous question', (question, config) => {
  expect(dependsOnContext(question, [config])).toBe(true)
  expect(dependsOnContext(question, allConfigs)).toBe(true)
})

test.each([
  ['Is shipping free?', 'english'],
  ['How do I change the address of an order after payment?', 'english'],
  ['Is it possible to pay with PayPal?', 'english'],
  ['Are there discounts for students?', 'english'],
  ['Kann ich das Konto löschen?', 'german'],
  ['Was kostet die Lieferung?', 'german'],
  ['Gibt es einen Rabatt für Studenten?', 'german'],
  ['¿Cuánto cuesta el envío?', 'spanish'],
  ['Où se trouve le magasin ?', 'french'],
  ['Y a-t-il une réduction pour étudiants ?', 'french'],
  ['È possibile pagare con PayPal?', 'italian'],
  ['Ci sono sconti per studenti?', 'italian'],
  ['Quanto costa la spedizione?', 'italian'],
  ['É possível pagar com Pix?', 'portuguese'],
  ['O envio é grátis?', 'portuguese'],
  ['Is het mogelijk te betalen met iDEAL?', 'dutch'],
  ['Wat is de prijs van verzending?', 'dutch'],
])('"%s" stands on its own', (question, config) => {
  expect(dependsOnContext(question, [config])).toBe(false)
})

test('the context is the question before the last answer', () => {
  const history = [
    { from: 'visitor', text: 'Do you send reports?' },
    { from: 'agent', text: 'Yes, by email.' },
    { from: 'visitor', text: 'how often?' },
  ] as const
  expect(findFollowUpContext([...history], 'how often?', ['english'])).toEqual({
    question: 'Do you send reports?',
    answer: 'Yes, by email.',
  })
  expect(findFollowUpContext([...history].slice(2), 'how often?', ['english'])).toBeNull()
})
