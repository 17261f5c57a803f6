import { expect, test } from 'vitest'
import { askAbout } from './ask-about.ts'

test.each([
  ['Can I pay by card?', 'Yes, you can.', 'Can I pay by card?'],
  ['5.2. Wer schreibt die Programme?', 'Das steht in der Datei.', 'Wer schreibt die Programme?'],
  ['3.6. Copy', 'This command copies the selection.', 'What should I know about “Copy”?'],
  ['Livraison', 'Nous livrons dans toute la France.', 'Que faut-il savoir sur « Livraison » ?'],
  ['Save $& and $1', 'You can save both of them.', 'What should I know about “Save $& and $1”?'],
])('asks about %s', (name, text, question) => {
  expect(askAbout({ name, text })).toBe(question)
})
