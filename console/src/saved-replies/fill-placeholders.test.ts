import { expect, test } from 'vitest'
import { fillIn } from './fill-placeholders.ts'

const known = {
  visitorName: '{agentName}',
  agentName: 'Sample Agent',
  companyName: 'Example',
  projectName: 'Shop',
}

test.each([
  ['Hello {visitorName}', 'Hello {agentName}'],
  ['{agentName} of {companyName}', 'Sample Agent of Example'],
  ['{unknown} {toString} { agentName }', '{unknown} {toString} { agentName }'],
])('%s becomes %s', (text, filled) => {
  expect(fillIn(text, known)).toBe(filled)
})
